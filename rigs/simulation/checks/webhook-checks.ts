// Compares what callers and merchants received, responses, webhooks and messages, with what is recorded.
import type { Acknowledged, Acknowledgements } from '../callers/acknowledged.ts'
import type { Received } from '../upstreams/merchant-servers.ts'
import type { Violation } from './invariants/invariant.ts'

type RunQuery = (sql: string, values: unknown[]) => Promise<any[]>

/**
 * Everything acknowledged was done, what was sent under one key or reference was done at most once, and what was read adds up.
 */
export async function checkAcknowledged(
  query: RunQuery,
  { acknowledged, singular, mismatches }: Acknowledgements,
): Promise<Violation[]> {
  const countOf = async ({ sql, values }: Acknowledged) => (await query(sql, [...values])).length
  const missing: Acknowledged[] = []
  for (const reported of acknowledged) if ((await countOf(reported)) === 0) missing.push(reported)
  const doubled: Acknowledged[] = []
  for (const sent of singular) if ((await countOf(sent)) > 1) doubled.push(sent)
  return [
    ...violation('A-01', 'everything acknowledged was done', missing),
    ...violation('A-02', 'what was repeated under one key or reference was done once', doubled),
    ...violation('A-03', 'what a caller read adds up', [...mismatches]),
  ]
}

/** Every delivered event arrived with one id and one body; nothing arrived that was never recorded. */
export async function checkInbox(
  query: (sql: string) => Promise<any[]>,
  inbox: readonly Received[],
): Promise<Violation[]> {
  const rows: { event_id: string; body: string; state: string }[] = await query(
    'select event_id, body, state from webhook_event order by id',
  )
  const byId = new Map(rows.map((row) => [row.event_id, row]))
  const wrong = inbox.filter(({ eventId, body }) => byId.get(eventId)?.body !== body)
  const arrived = new Set(inbox.filter(({ status }) => status === 200).map(({ eventId }) => eventId))
  const refused = new Set(inbox.filter(({ status }) => status === 410).map(({ eventId }) => eventId))
  const lost = rows.filter(
    ({ event_id, state }) =>
      (state === 'DELIVERED' && !arrived.has(event_id)) ||
      (state === 'FAILED' && !refused.has(event_id)) ||
      state === 'PENDING' ||
      state === 'DEAD',
  )
  return [
    ...violation('I-18', 'what merchants received is what was recorded', wrong),
    ...violation('I-17b', 'every delivered event has arrived', lost),
  ]
}

/**
 * Every message that was sent has arrived, nothing else has, and none arrived more often than it was tried. Merchants have not
 * changed whether they want receipts.
 * @param mailbox the ids of the messages that arrived.
 */
export async function checkMailbox(
  query: (sql: string) => Promise<any[]>,
  mailbox: readonly string[],
): Promise<Violation[]> {
  const rows: { message_id: string; state: string; attempts: number }[] = await query(
    'select message_id, state, attempts from message order by id',
  )
  const arrived = Map.groupBy(mailbox, (id) => id)
  const timesOf = (id: string) => arrived.get(id)?.length ?? 0
  const known = new Map(rows.map((row) => [row.message_id, row]))
  const foreign = [...arrived.keys()].filter((id) => (known.get(id)?.attempts ?? 0) < timesOf(id))
  const unreceipted =
    await query(`select t.transaction_uuid from card_transaction t join merchant m on m.id = t.merchant_id
    left join message g on g.dedupe_key = 'receipt:' || t.transaction_uuid || ' email ' || t.bill_to_email
    where t.status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED') and (g.id is not null) <> m.payer_receipts`)
  const lost = rows.filter(({ message_id, state }) => state !== 'SENT' || timesOf(message_id) === 0)
  return [
    ...violation('I-58', 'people receive what was written, and no more often than it was tried', foreign),
    ...violation('I-58b', 'every message is sent in the end, and has arrived', lost),
    ...violation('I-58c', 'every payment has its receipt if its merchant wants them', unreceipted),
  ]
}

/**
 * Every event of a payment by a link without its own URL goes to the merchant profile's callback, or nowhere if
 * that has none. This holds only where no profile was changed since the first payment.
 */
export async function checkProfileEvents(query: (sql: string) => Promise<any[]>): Promise<Violation[]> {
  const wrong = await query(
    `select due.key, m.callback_url as profile, e.url from (
       select id, 'payment:' || transaction_uuid as key from card_transaction where status not in ('PENDING', 'EXPIRED')
       union all select transaction_id, 'refund:' || id from card_refund where status = 'SUCCESS' and notify_merchant
       union all select transaction_id, 'void:' || id from card_void where status = 'SUCCESS' and notify_merchant
     ) due join card_transaction t on t.id = due.id join merchant m on m.id = t.merchant_id
       left join webhook_event e on e.dedupe_key = due.key
      where t.origin = 'link' and t.callback_url is null and (e.id is null or e.url is distinct from m.callback_url)`,
  )
  return violation(
    'I-16b',
    'events of a link without a URL go to the callback of the profile, or nowhere',
    wrong,
  )
}

const violation = (invariant: string, title: string, rows: unknown[]): Violation[] =>
  rows.length > 0 ? [{ invariant, title, rows }] : []
