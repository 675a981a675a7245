// Whom a merchant's alerts are sent to: the email of its account, and its phone if it wants that. What concerns another user alone is
// sent to the email of that user.
import type { Language } from '../../kernel/language/language.ts'
import type { ChannelKind } from '../../messages/content.ts'
import { type Sql, statement } from '../../platform/database/database.ts'

export type AlertRecipient = {
  channel: ChannelKind
  address: string
  language: Language
  /** Whether the merchant has turned this kind of alert off. */
  isMuted: boolean
}

type Row = {
  email: string
  alert_phone: string | null
  alert_channels: ('sms' | 'whatsapp')[]
  language: Language
  time_zone: string
  is_muted: boolean
}
// guard: muted-alert
const findRecipients = statement<Row>(
  'find_alert_recipients',
  `select email, alert_phone, alert_channels, language, time_zone, $2 = any(muted_alerts) as is_muted
     from merchant where id = $1`,
)

/** Who receives a kind of alert of a merchant or, where it concerns one alone, of a user; and the time zone of its days. */
export async function alertRecipients(
  sql: Sql,
  { merchantId, kind, userEmail }: { merchantId: bigint; kind: string; userEmail: string | undefined },
): Promise<{ recipients: AlertRecipient[]; timeZone: string }> {
  const rows = await sql.rows(findRecipients, [merchantId, kind])
  return {
    recipients: rows.flatMap((row) => recipientsOf(row, userEmail ?? row.email)),
    timeZone: rows[0]?.time_zone ?? 'UTC',
  }
}

function recipientsOf(
  { email, alert_phone: phone, alert_channels, language, is_muted: isMuted }: Row,
  address: string,
): AlertRecipient[] {
  const shared = { language, isMuted }
  // guard: user-alert
  if (address !== email) return [{ ...shared, channel: 'email', address }]
  const phones =
    phone === null ? [] : alert_channels.map((channel) => ({ ...shared, channel, address: phone }))
  return [{ ...shared, channel: 'email', address: email }, ...phones]
}
