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
const findRecipients = statement<Row>(
  'find_alert_recipients',
  `select m.email as account_email, coalesce(u.email, $3, m.email) as email,
          coalesce(u.email_confirmed_at is not null, false) as is_email_confirmed, m.alert_phone,
          m.alert_phone_confirmed_at is not null as is_phone_confirmed, m.alert_channels, m.language, m.time_zone,
          $2 = any(m.muted_alerts) as is_muted
     from merchant m
     left join lateral (select email, email_confirmed_at from merchant_user
                         where merchant_id = m.id and ($3::text is null or email = $3)
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
export async function alertRecipients(
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
