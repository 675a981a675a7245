// Corrections of a merchant's card balance, which one admin requests and others decide, sometimes several at once.
import { decide } from '../approvals/decide.ts'
import { type ActContext, isOk, minute } from '../context.ts'

export async function correction(context: ActContext): Promise<void> {
  const { chance, clients, merchant, admin, newKey, once, acknowledge, sleep, tries, next } = context
  const currency = chance.pick(['USD', 'CDF'] as const)
  const wanted = {
    type: chance.pick(['credit', 'debit']),
    amount: (currency === 'USD' ? 1 : 2_000) * (1 + chance.below(20)),
    currency,
    counterparty: chance.pick(['bank', 'operator', 'gateway', 'own']),
    reason: `balance put right ${next()}`,
  }
  const by = admin()
  once('correction of a balance', 'select 1 from approval where reason = $1', wanted.reason)
  const path = `/api/v1/admin/merchants/${merchant().merchant_code}/balance/adjustments`
  const requested = await clients.admin(by, path, wanted, { ...newKey(), tries: tries() })
  const id = requested?.body?.data?.approval_id
  if (!isOk(requested) || id === undefined) return
  acknowledge(
    'correction of a balance',
    'select 1 from approval where public_id = $1 and requested_by = $2',
    ...[id, by],
  )
  await sleep(chance.spread(1_000, 20 * minute))
  const decisions = chance.pick([
    ['approve'],
    ['approve', 'approve'],
    ['approve', 'reject'],
    ['reject'],
    [],
  ] as const)
  const decided = await Promise.all(decisions.map((act) => decide(context, id, act)))
  if (decided.includes(true))
    acknowledge('corrected balance', 'select 1 from ledger_posting where key = $1', `adjustment:${id}`)
}
