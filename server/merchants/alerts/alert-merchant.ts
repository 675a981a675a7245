// Alerts a merchant or one of its users: writes one message to each recipient, in the transaction of the fact.
import type { Environment } from '../../kernel/environment.ts'
import type { Language } from '../../kernel/language.ts'
import type { ChannelKind } from '../../messages/content.ts'
import { enqueueMessages, type NewMessage } from '../../messages/enqueue-message.ts'
import type { AlertFacts, AlertKind } from '../../messages/texts/alert-texts.ts'
import { alertContent, alwaysSent } from '../../messages/texts/alerts.ts'
import { gsm7Text } from '../../messages/texts/writing.ts'
import { controlStatement, type Sql, type Tx } from '../../platform/database/database.ts'

type AlertRecipient = {
  channel: ChannelKind
  address: string
  language: Language
  /** Whether the merchant has turned this kind of alert off. */
  isMuted: boolean
}

type Row = {
  account_email: string
  /** Of the user whom the alert concerns, otherwise of the user with the email of the account, or of the first owner. */
  email: string
  is_email_confirmed: boolean
  alert_phone: string | null
  is_phone_confirmed: boolean
  alert_channels: ('sms' | 'whatsapp')[]
  language: Language
  time_zone: string
  is_muted: boolean
}
// guard: muted-alert
const findRecipients = controlStatement<Row>(
  'find_alert_recipients',
  `select m.email as account_email, coalesce(u.email, $3, m.email) as email,
          coalesce(u.email_confirmed_at is not null, false) as is_email_confirmed, m.alert_phone,
          m.alert_phone_confirmed_at is not null as is_phone_confirmed, m.alert_channels, m.language, m.time_zone,
          $2 = any(m.muted_alerts) as is_muted
     from shared.merchant m
     left join lateral (select email, email_confirmed_at from merchant_user
                         where merchant_id = coalesce(m.test_of, m.id) and ($3::text is null or email = $3)
                         order by email = m.email desc, role = 'owner' desc, id limit 1) u on true
    where m.id = $1`,
)

type Wanted = {
  merchantId: bigint
  kind: string
  userEmail: string | undefined
  withPhones: boolean
  only: { channel: ChannelKind; address: string } | undefined
}

/** Who receives a kind of alert of a merchant or, where it concerns one alone, of a user; and the time zone of its days. */
async function alertRecipients(
  sql: Sql,
  wanted: Wanted,
): Promise<{ recipients: AlertRecipient[]; timeZone: string }> {
  const { merchantId, kind, userEmail } = wanted
  const rows = await sql.rows(findRecipients, [merchantId, kind, userEmail ?? null])
  return {
    recipients: rows.flatMap((row) => recipientsOf(row, wanted)),
    timeZone: rows[0]?.time_zone ?? 'UTC',
  }
}

function recipientsOf(row: Row, { userEmail, withPhones, only }: Wanted): AlertRecipient[] {
  const { email, alert_phone: phone, alert_channels, language, account_email } = row
  if (only) return [{ ...only, language, isMuted: false }]
  // guard: unconfirmed-email
  const isMuted = row.is_muted || !row.is_email_confirmed
  const mail = { language, isMuted, channel: 'email', address: email } as const
  // guard: user-alert
  if (userEmail !== undefined && userEmail !== account_email && !withPhones) return [mail]
  // guard: unconfirmed-phone
  const isPhoneMuted = row.is_muted || !row.is_phone_confirmed
  const phones =
    phone === null
      ? []
      : alert_channels.map((channel) => ({ language, isMuted: isPhoneMuted, channel, address: phone }))
  return [mail, ...phones]
}

export type Alert<Kind extends AlertKind> = {
  merchantId: bigint
  environment: Environment
  kind: Kind
  /** Names the fact: it is reported once. */
  fact: string
  facts: AlertFacts[Kind]
  /** Of the user whom the fact concerns, where it concerns one alone. */
  userEmail?: string
  /** Whether the merchant's phones are alerted with that user, whatever their email. */
  withPhones?: boolean
  /** The only address that it is sent to, where it answers somebody who typed that address. */
  only?: { channel: ChannelKind; address: string }
  /** When it leaves, instead of at once; see `NewMessage`. */
  dueAt?: Temporal.Instant
}

/** A test profile has no users of its own. */
// guard: owners-of-test-profile
const findOwners = controlStatement<{ email: string }>(
  'find_emails_of_owners',
  `select u.email from shared.merchant m join merchant_user u on u.merchant_id = coalesce(m.test_of, m.id)
    where m.id = $1 and u.role = 'owner' order by u.email = m.email desc, u.id`,
)

/** Writes the messages; a muted alert is written and never sent. */
export async function alertMerchant<Kind extends AlertKind>(
  sql: Tx,
  { merchantId, environment, kind, fact, facts, userEmail, withPhones = false, only, dueAt }: Alert<Kind>,
  now: Temporal.Instant,
): Promise<void> {
  const { recipients, timeZone } = await alertRecipients(sql, {
    merchantId,
    kind: settingOf(kind),
    userEmail,
    withPhones,
    only,
  })
  const isAccount = alwaysSent.includes(kind)
  const messages = recipients.map(({ channel, address, language, isMuted }): NewMessage => {
    const reader = { language, timeZone, isTest: environment === 'sandbox' && !isAccount }
    const audience = isAccount ? 'account' : 'merchant'
    const message = {
      environment,
      merchantId,
      audience,
      kind,
      fact,
      address,
      language,
      isMuted,
      ...(dueAt && { dueAt }),
    } as const
    const content = alertContent(kind, facts, reader)
    return channel === 'email'
      ? { ...message, channel, content }
      : { ...message, channel, content: { text: gsm7Text(`Likuta: ${content.subject}`) } }
  })
  await enqueueMessages(sql, messages, now)
}

/** Alerts each owner of the merchant by email, and the merchant's phones. */
export async function alertOwners<Kind extends AlertKind>(
  sql: Tx,
  alert: Omit<Alert<Kind>, 'userEmail' | 'withPhones'>,
  now: Temporal.Instant,
): Promise<void> {
  const owners = await sql.rows(findOwners, [alert.merchantId])
  for (const [i, { email: userEmail }] of owners.entries())
    await alertMerchant(sql, { ...alert, userEmail, withPhones: i === 0 }, now)
}

/** What a merchant turns on and off. Kinds without an entry are always sent. */
export const alertSettings = ['payout_failed', 'dispute_opened', 'webhook_endpoint_failing'] as const
export type AlertSetting = (typeof alertSettings)[number]

const settings: Partial<Record<AlertKind, AlertSetting>> = {
  payout_failed: 'payout_failed',
  payout_held: 'payout_failed',
  dispute_opened: 'dispute_opened',
  dispute_reminder: 'dispute_opened',
  dispute_filed: 'dispute_opened',
  webhook_endpoint_failing: 'webhook_endpoint_failing',
  webhook_endpoint_recovered: 'webhook_endpoint_failing',
}

const settingOf = (kind: AlertKind): string => settings[kind] ?? ''
