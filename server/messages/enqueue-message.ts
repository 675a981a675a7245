// The outbox of messages to people: a message is written in the same transaction as the fact it reports.
import { newId } from '../kernel/id.ts'
import type { Language } from '../kernel/language.ts'
import { type ControlTx, commonStatement } from '../platform/database/database.ts'
import type { Content } from './content.ts'

/** Who is notified: `account` is about signing in to the merchant's account, `merchant` about its business. */
export type Audience = 'account' | 'merchant' | 'payer' | 'admin'

export type NewMessage = Content & {
  environment: 'sandbox' | 'production'
  /** Null for a message to admins. */
  merchantId: bigint | null
  audience: Audience
  kind: string
  /** Names what is reported. Each address is notified of it once. */
  fact: string
  address: string
  language: Language
  /** Whether the recipient does not want messages of this kind: it is written for the record, and never sent. */
  isMuted?: boolean
  /** When it leaves, instead of at once. Until then, the facts of the same one later are added to it. */
  dueAt?: Temporal.Instant
}

/** Messages that anybody can have sent to an address, by typing it. */
const requestedKinds = ['confirmation_code', 'invitation', 'password_link']

/** Whether the message reports something to the holder of an account, or to an admin, at an address that is theirs. */
// guard: alert-class
const isAlert = ({ audience, kind }: Pick<NewMessage, 'audience' | 'kind'>): boolean =>
  audience !== 'payer' && !requestedKinds.includes(kind)

/** The fields of `messageRow` in SQL, to read them from JSON. */
export const messageColumns = `message_id uuid, environment text, merchant_id bigint, audience text, kind text,
  dedupe_key text, channel text, address text, language text, content jsonb, is_alert boolean, is_muted boolean,
  created_at timestamptz, due_at timestamptz`

/** SQL: inserts the messages of the part `rows`. @param repeated what becomes of those that were written before */
// guard: message-deduplication
export const insertMessages = (rows: string, repeated = 'do nothing'): string => `
  insert into message (message_id, environment, merchant_id, audience, kind, dedupe_key, channel, address, language, content,
                       is_alert, state, next_attempt_at, created_at, finished_at)
  select message_id, environment, merchant_id, audience, kind, dedupe_key, channel, address, language, content,
         is_alert, case when is_muted then 'MUTED' else 'QUEUED' end, case when not is_muted then coalesce(due_at, created_at) end, created_at,
         case when is_muted then created_at end
    from ${rows} on conflict (dedupe_key) ${repeated}`

const insert = commonStatement(
  'insert_messages',
  `with sent as materialized (select * from json_to_recordset($1) as m (${messageColumns})) ${insertMessages('sent')}`,
)

/** A message that is added to names its newest facts. */
const maxFacts = 60
// guard: added-facts
const insertOrAdd = commonStatement(
  'insert_or_add_to_messages',
  `with sent as materialized (select * from json_to_recordset($1) as m (${messageColumns}))
   ${insertMessages(
     'sent',
     `do update set content = jsonb_set(excluded.content, '{facts}',
        case when jsonb_array_length(message.content -> 'facts') < ${maxFacts} then message.content -> 'facts'
             else (message.content -> 'facts') - 0 - 0 - 0 end || (excluded.content -> 'facts'))
        where message.state = 'QUEUED' and message.content ? 'facts'`,
   )}`,
)

/** Writes messages, except those that were written before. */
export async function enqueueMessages(
  sql: ControlTx,
  messages: readonly NewMessage[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = messages.map((message) => messageRow(message, now))
  const [later, atOnce] = [rows.filter(({ due_at }) => due_at), rows.filter(({ due_at }) => !due_at)]
  if (atOnce.length > 0) await sql.rows(insert, [JSON.stringify(atOnce)])
  if (later.length > 0) await sql.rows(insertOrAdd, [JSON.stringify(later)])
}

export type MessageRow = ReturnType<typeof messageRow>

/** By which a message is known: the fact, the channel and the address. */
export const dedupeKeyOf = ({
  fact,
  channel,
  address,
}: Pick<NewMessage, 'fact' | 'channel' | 'address'>): string => `${fact} ${channel} ${address}`

/** The message as a row of JSON with `messageColumns`. */
export function messageRow(
  { merchantId, fact, channel, address, isMuted = false, dueAt, ...message }: NewMessage,
  now: Temporal.Instant,
) {
  return {
    ...message,
    message_id: newId(),
    merchant_id: merchantId === null ? null : String(merchantId),
    dedupe_key: dedupeKeyOf({ fact, channel, address }),
    channel,
    address,
    is_alert: isAlert(message),
    is_muted: isMuted,
    created_at: now.toString(),
    due_at: dueAt?.toString() ?? null,
  }
}
