// A transfer, then repeated, also with another amount under its reference; and the reversal of a paid transfer.
import { exampleTransfer } from '../../../../server/remittance/acceptance/schemas.ts'
import { type ActContext, isOk } from './context.ts'

export async function transfer(
  context: ActContext,
  sender: Record<string, unknown> = {},
): Promise<{ id: string; status: string } | undefined> {
  const { chance, clients, merchant, callbackUrl, manners, once, acknowledge, tries } = context
  const as = merchant()
  const reference = `T-${context.next()}-${chance.below(1e9)}`
  const body = {
    ...exampleTransfer,
    reference,
    // A sandbox transfer is one dollar at most.
    ...chance.pick([
      { amount: 1 },
      { amount: 0.4 },
      { amount: 2_500, currency: 'UGX' },
      { amount: 0.55, currency: 'EUR' },
      { amount: 0.6, currency: 'CAD' },
    ]),
    ...manners.receiver(),
    ...(chance.happens(0.8) && { callback_url: callbackUrl() }),
    ...sender,
  }
  once('transfer', 'select 1 from transfer where reference = $1', reference)
  const send = (more: object = {}) =>
    clients.basic(as, '/api/v1/remittance/inbound', { ...body, ...more }, { tries: tries() })
  const responses = await Promise.all([
    send(),
    ...(chance.happens(0.2) ? [send()] : []),
    ...(chance.happens(0.1) ? [send({ amount: 0.7 })] : []),
  ])
  for (const response of responses.filter(isOk))
    acknowledge(
      'transfer',
      'select 1 from transfer where transaction_id = $1 and reference = $2',
      response.body.data.transaction_id,
      reference,
    )
  const accepted = responses.find(isOk)
  return accepted && { id: accepted.body.data.transaction_id, status: accepted.body.data.status }
}

export async function reversal(context: ActContext): Promise<void> {
  const { chance, clients, admin, store, acknowledge, tries } = context
  const rows = await store.rows(
    `select transaction_id from transfer where status = 'Successful' order by id desc limit 50`,
  )
  if (rows.length === 0) return
  const { transaction_id } = chance.pick(rows)
  const send = async () => {
    const response = await clients.admin(
      admin(),
      `/api/v1/admin/transfers/${transaction_id}/reverse`,
      { reason: 'sent by mistake' },
      { tries: tries() },
    )
    if (isOk(response))
      acknowledge(
        'reversal',
        `select 1 from transfer_reversal r join transfer t on t.id = r.transfer_id where t.transaction_id = $1`,
        transaction_id,
      )
  }
  await Promise.all([send(), ...(chance.happens(0.3) ? [send()] : [])])
}
