// Writes to an admin user about their own account, in the transaction of what happened.

import type { Language } from '../../kernel/language/language.ts'
import type { EmailContent } from '../../messages/content.ts'
import { enqueueMessages } from '../../messages/enqueue-message.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { LinkNeeds } from './links.ts'

type Alert = {
  kind: 'staff_new_device' | 'staff_recovery_code_used'
  /** Names what happened: it is reported once. */
  fact: string
  /** The email of the user. */
  address: string
  content: (language: Language) => EmailContent
}

/** Writes the message where the deployment sends email. */
export async function alertStaff(
  sql: Tx,
  { linkDelivery: { mailed, environment, language } }: Pick<LinkNeeds, 'linkDelivery'>,
  { content, ...alert }: Alert,
  now: Temporal.Instant,
): Promise<void> {
  if (!mailed) return
  const to = { environment, merchantId: null, audience: 'admin', channel: 'email', language } as const
  await enqueueMessages(sql, [{ ...to, ...alert, content: content(language) }], now)
}
