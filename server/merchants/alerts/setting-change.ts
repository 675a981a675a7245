// Settings that keep a merchant informed or decide where its data goes. Whoever has found a session must not change them unnoticed.
import { audit } from '../../admin/audit.ts'
import type { AlertFacts } from '../../messages/texts/alert-texts.ts'
import { commonStatement, type Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { merchantActor } from '../identity/merchant.ts'
import { type ProvenCall, requireStepUp } from '../sign-in/step-up.ts'
import { alertOwners } from './alert-merchant.ts'

type Change = Pick<AlertFacts['setting_changed'], 'setting' | 'before' | 'after'>

const hourMs = 3_600_000

const findReported = commonStatement(
  'find_reported_setting_change',
  `select from message where merchant_id = $1 and kind = 'setting_changed' and starts_with(dedupe_key, $2) limit 1`,
)
const maxCharacters = 300

/** A list of a hundred addresses is a page of its own, not a line of a message. */
const beginningOf = (text: string) =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text

/**
 * Records a change before it is made, so that the alert of its owners also goes to the telephone that it removes. The first change
 * of a setting by a user is reported at once. One message at the end of the hour names those that follow: an address gets few messages
 * an hour, and others must not wait behind these.
 * @throws Problem 403 if the user has a second factor and did not confirm it.
 */
export async function recordSettingChange(
  sql: Tx,
  { clock, secrets }: { clock: Clock; secrets: Secrets },
  { session, stepUpToken, from }: ProvenCall,
  { setting, ...values }: Change,
): Promise<void> {
  // guard: setting-step-up
  if (session.user.hasSecondFactor) await requireStepUp({ db: sql, clock }, session, stepUpToken)
  const { merchantId, merchantCode, environment, user } = session
  const now = clock.now()
  const change = { setting, before: beginningOf(values.before), after: beginningOf(values.after) }
  const entry = { admin: merchantActor(session, from), subject: merchantCode, detail: change, now }
  // guard: setting-audit
  audit(sql, secrets, { ...entry, action: 'merchant.setting_changed' })
  const hour = Math.floor(now.epochMilliseconds / hourMs)
  const fact = `setting:${merchantId}:${user.userId}:${setting}:${hour}`
  const facts = { ...change, by: user.email, at: now }
  const alert = { merchantId, environment, kind: 'setting_changed', fact, facts } as const
  const isRepeated = (await sql.rows(findReported, [merchantId, `${fact} `])).length > 0
  const dueAt = Temporal.Instant.fromEpochMilliseconds((hour + 1) * hourMs)
  // guard: setting-alert
  await alertOwners(sql, isRepeated ? { ...alert, fact: `${fact}:more`, dueAt } : alert, now)
}
