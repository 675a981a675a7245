// Refunds, voids and corrections of balances that wait for a second admin: requested, approved, rejected.
import { type Callers, order, payAt } from './callers.ts'
import { minutes, type Operation } from './operation.ts'

/** A payment from the sum on that needs approval. Returns its id at the gateway. */
async function largePayment(callers: Callers): Promise<string> {
  await payAt(callers, await order(callers, 200))
  const [row] = await callers.world.store.rows(
    `select cs_payment_id from card_transaction where status = 'SUCCESS' order by id desc limit 1`,
  )
  return String(row?.cs_payment_id)
}

/** Returns the id of the approval, which is empty when there was no response. */
async function request(callers: Callers, what: 'refunds' | 'voids', payment: string): Promise<string> {
  const { clients, again, acknowledge, once, named } = callers
  const reason = named('asked for').replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
  once('approval', 'select 1 from approval where reason = $1', reason)
  const path = `/api/v1/admin/payment/${what}/${payment}`
  const response = await clients.admin('amina', path, { reason }, again())
  if (response?.status !== 202) return ''
  const { approval_id } = response.body
  acknowledge('approval', 'select 1 from approval where public_id = $1 and reason = $2', approval_id, reason)
  return String(approval_id)
}

const waiting = (what: 'refunds' | 'voids') => async (callers: Callers) =>
  request(callers, what, await largePayment(callers))

/** A correction of a merchant's balance that waits. Returns the id of the approval. */
async function waitingCorrection({ clients, as, again, named }: Callers): Promise<string> {
  const reason = named('put right').replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
  const wanted = { type: 'credit', amount: 3, currency: 'USD', counterparty: 'own', reason }
  const path = `/api/v1/admin/merchants/${as.merchant_code}/balance/adjustments`
  const response = await clients.admin('amina', path, wanted, again())
  return String(response?.body.data.approval_id)
}

const decide = (act: 'approve' | 'reject') => async (callers: Callers, id: string) => {
  const { clients, again, acknowledge, once } = callers
  const called = `select 1 from approval a join operation o on o.id = a.operation where a.public_id = $1`
  once('call of an approval', called, id)
  const path = `/api/v1/admin/approvals/${id}/${act}`
  const response = await clients.admin('benoit', path, { reason: 'looked at it' }, again())
  if (response?.status !== 200) return
  const { state, outcome } = response.body.data
  acknowledge(`approval: ${state}`, 'select 1 from approval where public_id = $1 and state = $2', id, state)
  if (outcome === 'SUCCESS') acknowledge('approved call', `${called} and o.state = 'confirmed'`, id)
}

export const approvalOperations: readonly Operation[] = [
  {
    name: 'refund that needs approval',
    movesMoney: false,
    prepare: largePayment,
    run: async (callers, payment) => void (await request(callers, 'refunds', payment)),
  },
  {
    name: 'refund, approved by a second admin',
    movesMoney: true,
    prepare: waiting('refunds'),
    run: decide('approve'),
  },
  {
    name: 'refund, approved by a second admin, whose reply is lost',
    movesMoney: true,
    faults: ['gateway acts, reply lost'],
    prepare: waiting('refunds'),
    run: async (callers, id) => {
      await decide('approve')(callers, id)
      await minutes(callers.world, 10)
    },
  },
  {
    name: 'void, approved by a second admin',
    movesMoney: true,
    prepare: waiting('voids'),
    run: decide('approve'),
  },
  {
    name: 'correction of a balance, approved by a second admin',
    movesMoney: true,
    prepare: waitingCorrection,
    run: decide('approve'),
  },
  {
    name: 'refund, rejected by a second admin',
    movesMoney: false,
    prepare: waiting('refunds'),
    run: decide('reject'),
  },
]
