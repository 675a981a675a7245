// A quote, and the transfers that use it: one, several at once, under one reference again, or too late.
import { exampleTransfer } from '../../../../server/remittance/acceptance/schemas.ts'
import { type ActContext, isOk, minute } from './context.ts'

export async function quote(context: ActContext): Promise<void> {
  const { chance, sleep, clients, merchant, manners, maybeKey, once, acknowledge, tries } = context
  const as = merchant()
  const asked = chance.pick([
    { source_amount: 2_500, currency: 'UGX' },
    { receiver_amount: 0.4, currency: 'EUR' },
    { source_amount: 0.6, currency: 'USD' },
  ])
  const sent = { ...maybeKey(), tries: tries() }
  const made = await clients.basic(as, '/api/v1/remittance/quotes', asked, sent)
  if (!isOk(made)) return
  const { quote_id } = made.body.data
  acknowledge('quote', 'select 1 from quote where quote_id = $1', quote_id)
  if (chance.happens(0.2)) return
  // It is open for ten minutes.
  await sleep(chance.spread(1_000, chance.happens(0.3) ? 12 * minute : minute))
  const watched = {
    sender_first_name: 'Watchlist',
    sender_last_name: 'Person',
    sender_document_number: `WL${100_000 + chance.below(900_000)}`,
  }
  const { amount: _, currency: __, ...person } = exampleTransfer
  const body = { ...person, ...manners.receiver(), ...(chance.happens(0.2) && watched), quote_id }
  const references = Array.from(
    { length: chance.pick([1, 1, 2, 4]) },
    () => `Q-${context.next()}-${chance.below(1e9)}`,
  )
  once('transfer by a quote', 'select 1 from transfer where reference = any($1)', references)
  const send = (reference: string) =>
    clients.basic(as, '/api/v1/remittance/inbound', { ...body, reference }, { tries: tries() })
  const repeated = chance.happens(0.2) ? references : []
  const responses = await Promise.all([...references, ...repeated].map(send))
  for (const response of responses.filter(isOk))
    acknowledge(
      'transfer by a quote',
      'select 1 from transfer t join quote q on q.transfer_id = t.id where t.transaction_id = $1 and q.quote_id = $2',
      ...[response.body.data.transaction_id, quote_id],
    )
}
