// What a merchant wants to be notified of, and in which language.
import { z } from 'zod'
import { type Language, languages } from '../../kernel/language.ts'
import { formatMoney, money, parseWrittenMoney } from '../../kernel/money.ts'
import { commonStatement, type Database, type Tx } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import { dataResponse, named } from '../../platform/http/api.ts'
import { check, optional, text } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { readSupport } from '../brand/support.ts'
import type { Session } from '../sign-in/bearer.ts'
import { callOf, type ProvenCall, settingProof, stepUpHeader, stepUpProblems } from '../sign-in/step-up.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import { type AlertSetting, alertSettings } from './alert-merchant.ts'
import { type CodeNeeds, sendFirstCode } from './confirmation-code.ts'
import { recordSettingChange } from './setting-change.ts'

const switches = <Switch extends z.ZodType>(make: () => Switch) =>
  Object.fromEntries(alertSettings.map((setting) => [setting, make()])) as Record<AlertSetting, Switch>

/** A number in international form that costs no more than a usual one. */
const phone = text({ max: 60 }).transform((sent, context) => {
  const read = readSupport(sent)
  if ('stored' in read && read.stored.startsWith('+')) return read.stored
  context.addIssue({ code: 'custom', message: 'Value error, not a phone number in international form' })
  return z.NEVER
})

/** Text, as all amounts of card money, with at most two decimals. */
const lowBalance = text({ max: 20 }).transform((sent, context) => {
  const amount = parseWrittenMoney(sent, 'USD')
  if (amount !== undefined && amount.minor > 0n && amount.minor <= 99_999_999_99n) return amount
  context.addIssue({ code: 'custom', message: 'Value error, not an amount' })
  return z.NEVER
})

/** Parts that are absent stay as they are. */
const notificationsSchema = z.object({
  language: optional(z.enum(languages)),
  alerts: optional(z.object(switches(() => optional(z.boolean())))),
  payer_receipts: optional(z.boolean()),
  /** Null removes the phone; then alerts go only by email. */
  phone: phone.nullish(),
  /** In USD; null turns the alert off. */
  low_balance: lowBalance.nullish(),
  channels: optional(z.array(z.enum(['sms', 'whatsapp'])).max(2)),
})

type Row = { language: Language; muted_alerts: string[]; payer_receipts: boolean } & AlertRow
type AlertRow = {
  alert_phone: string | null
  is_phone_confirmed: boolean
  alert_channels: ('sms' | 'whatsapp')[]
  low_balance_minor: bigint | null
}
const columns = `m.language, m.muted_alerts, m.payer_receipts, m.alert_phone, m.alert_channels, m.low_balance_minor,
   m.alert_phone_confirmed_at is not null as is_phone_confirmed`
const findNotifications = commonStatement<Row>(
  'find_merchant_notifications',
  `select ${columns} from merchant m where m.id = $1`,
)
/** $3: alerts that are turned off, $4: those that are turned on. */
const setOwn = commonStatement<Row>(
  'set_merchant_notifications',
  `update shared.merchant m
      set language = coalesce($2, m.language), payer_receipts = coalesce($5, m.payer_receipts),
          alert_phone = case when $6 then $7 else m.alert_phone end,
          alert_phone_confirmed_at = case when $6 and m.alert_phone is distinct from $7 then null
                                          else m.alert_phone_confirmed_at end,
          alert_channels = coalesce($8, m.alert_channels),
          low_balance_minor = case when $9 then $10 else m.low_balance_minor end,
          muted_alerts = array(select kind from unnest(m.muted_alerts || $3::text[]) kind
                                where kind <> all ($4::text[]) group by kind order by kind)
    where m.id = $1 returning ${columns}`,
)

type NotificationNeeds = CodeNeeds & {
  db: Database
  /** The page that shows the messages of the sandbox. */
  testInbox: string | null
}

export async function notifications(needs: NotificationNeeds, session: Session) {
  return render(needs, session, await needs.db.rows(findNotifications, [session.merchantId]))
}

type Wanted = z.output<typeof notificationsSchema>

/** Whether fewer alerts arrive after the change than before it, wherever they go. */
function hasFewerAlerts({ alerts, channels, low_balance }: Wanted, before: Row): boolean {
  const isMuting = alertSettings.some(
    (setting) => alerts?.[setting] === false && !before.muted_alerts.includes(setting),
  )
  const losesPhone =
    before.alert_phone !== null && before.alert_channels.some((kind) => channels?.includes(kind) === false)
  const limit = low_balance === undefined ? before.low_balance_minor : (low_balance?.minor ?? 0n)
  return isMuting || losesPhone || (limit ?? 0n) < (before.low_balance_minor ?? 0n)
}

const endOf = (phone: string | null | undefined) => (phone ? `…${phone.slice(-3)}` : '')

/** Reports what a change takes away, to where alerts went before it. @throws Problem 403 */
async function recordLosses(
  sql: Tx,
  needs: NotificationNeeds,
  call: ProvenCall,
  wanted: Wanted,
  before: Row,
) {
  const isMoved = wanted.phone !== undefined && wanted.phone !== before.alert_phone
  const moved = { before: endOf(before.alert_phone), after: endOf(wanted.phone) }
  if (isMoved) await recordSettingChange(sql, needs, call, { setting: 'phone', ...moved })
  // guard: alert-turned-off
  if (hasFewerAlerts(wanted, before))
    await recordSettingChange(sql, needs, call, { setting: 'alerts', before: '', after: '' })
}

/**
 * A new telephone is sent a code, and nothing else until it is confirmed. Owners are notified of alerts that end.
 * @throws InvalidBody, Problem 403, 429
 */
async function setNotifications(needs: NotificationNeeds, call: ProvenCall, body: unknown) {
  const { session } = call
  const wanted = check(notificationsSchema, body, 'body')
  const { language, alerts, payer_receipts, phone, channels, low_balance } = wanted
  const chosen = (isOn: boolean) => alertSettings.filter((setting) => alerts?.[setting] === isOn)
  const switches = [language ?? null, chosen(false), chosen(true), payer_receipts ?? null]
  const values = [session.merchantId, ...switches, phone !== undefined, phone ?? null, channels ?? null]
  values.push(low_balance !== undefined, low_balance?.minor ?? null)
  return needs.db.transaction(async (sql) => {
    const [before] = await sql.rows(findNotifications, [session.merchantId])
    if (before) await recordLosses(sql, needs, call, wanted, before)
    const [after] = await sql.rows(setOwn, values)
    if (after?.alert_phone && after.alert_phone !== before?.alert_phone) {
      const { merchantId, environment } = session
      const to = { channel: after.alert_channels[0] ?? 'sms', address: after.alert_phone } as const
      await sendFirstCode(sql, needs, { merchantId, environment, ...to })
    }
    return render(needs, session, after ? [after] : [])
  })
}

function render({ testInbox }: Pick<NotificationNeeds, 'testInbox'>, { environment }: Session, [row]: Row[]) {
  if (!row) throw new Error('there is no such merchant')
  const isOn = (setting: AlertSetting) => [setting, !row.muted_alerts.includes(setting)] as const
  const alerts = Object.fromEntries(alertSettings.map(isOn)) as Record<AlertSetting, boolean>
  const { language, payer_receipts, alert_phone: phone, alert_channels: channels, low_balance_minor } = row
  return {
    language,
    alerts,
    payer_receipts,
    phone,
    phone_confirmed: phone !== null && row.is_phone_confirmed,
    channels,
    low_balance: low_balance_minor === null ? null : formatMoney(money(low_balance_minor, 'USD')),
    test_inbox: environment === 'sandbox' ? testInbox : null,
  }
}

const response = dataResponse(
  'Notifications',
  z.object({
    language: z.enum(languages).meta({ description: 'The language of messages.' }),
    alerts: z.object({
      payout_failed: z.boolean().meta({ description: 'A payout failed or was returned.' }),
      dispute_opened: z
        .boolean()
        .meta({ description: 'A payment is disputed, or the time to respond is nearly over.' }),
      webhook_endpoint_failing: z
        .boolean()
        .meta({ description: 'Your server does not accept webhooks, or accepts them again.' }),
    }),
    payer_receipts: z.boolean().meta({
      description:
        'Whether payers get a receipt by email, a message about each refund or void, and the reminders of due dates that they ask for. Off at first.',
    }),
    phone: z.string().nullable().meta({ description: 'Where alerts also go, by `channels`.' }),
    phone_confirmed: z.boolean().meta({
      description: 'Until its code was given to `POST /api/v1/merchant/confirmations`, it gets no alerts.',
    }),
    channels: z.array(z.enum(['sms', 'whatsapp'])).meta({ description: 'Besides email.' }),
    low_balance: z
      .string()
      .nullable()
      .meta({ description: 'Alert when less than this, in USD, is available in the wallet; null: never.' }),
    test_inbox: z
      .string()
      .nullable()
      .meta({ description: 'The page that shows the messages of the sandbox; null in production.' }),
  }),
  {
    language: 'fr',
    alerts: { payout_failed: true, dispute_opened: true, webhook_endpoint_failing: true },
    payer_receipts: false,
    phone: '+243991234567',
    phone_confirmed: true,
    channels: ['sms'],
    low_balance: '50.00',
    test_inbox: 'https://sandbox.likuta.example/inbox',
  },
)

export const notificationRoutes = [
  userEndpoint({
    tag: 'Account',
    id: 'readNotifications',
    method: 'GET',
    path: '/api/v1/merchant/notifications',
    priority: 'list',
    access: users('settings'),
    summary: 'Retrieve the notification settings',
    responses: { 200: response },
    work: async (needs: NotificationNeeds, { session }) => notifications(needs, session),
  }),
  userEndpoint({
    tag: 'Account',
    id: 'setNotifications',
    method: 'PUT',
    path: '/api/v1/merchant/notifications',
    priority: 'list',
    access: users('configure'),
    summary: 'Update the notification settings',
    description: `Alerts are sent to the email of the account, receipts to the email that was given with the payment. Parts that are absent stay as they are. A new telephone is sent a code, with which it is confirmed. A sign-in from a new device is
always reported, to the user who signed in. When an alert is turned off or the telephone changes, ${settingProof}`,
    body: named('NotificationsRequest', notificationsSchema, {
      language: 'fr',
      alerts: { webhook_endpoint_failing: false },
      phone: '+243 99 123 45 67',
      channels: ['sms'],
      low_balance: '50.00',
    }),
    responses: { 200: response },
    headers: stepUpHeader,
    problems: [...stepUpProblems, requestProblems.rate_limited],
    work: async (needs: NotificationNeeds, { session, request }) =>
      setNotifications(needs, callOf(session, request), jsonBody(request)),
  }),
]
