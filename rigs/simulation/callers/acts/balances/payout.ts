// A payout of available card money, also requested twice under one reference, cancelled, or decided by several admins at once.
import type { Credentials } from '../../../../../server/merchants/identity/register.ts'
import { type ActContext, isOk, minute } from '../context.ts'

export async function payout(context: ActContext): Promise<void> {
  const { chance, sleep } = context
  const source = await someBalance(context)
  if (!source) return
  const made = await requestPayout(context, source)
  if (!made) return
  await sleep(chance.spread(1, 10 * minute))
  await Promise.all(actsOn(context, source.as, made))
}

/** Requests a payout of a part of what is available, or a little more. Returns it if anything was acknowledged. */
export async function requestPayout(
  context: ActContext,
  source: Source,
): Promise<{ payout_id: string; state: string } | undefined> {
  const { chance, clients, once, acknowledge, tries } = context
  const { as, currency, available, destination_id } = source
  const most = currency === 'USD' ? Number(available) : Math.floor(Number(available) / 100)
  const part = 1 + chance.below(Math.ceil(most * 1.1))
  const reference = `P-${context.next()}-${chance.below(1e9)}`
  const body = { amount: currency === 'USD' ? part / 100 : part, currency, destination_id, reference }
  once('payout', 'select 1 from merchant_payout where reference = $1', reference)
  const send = (more: object = {}) =>
    clients.signed(as, '/api/v1/payment/payouts', { ...body, ...more }, { tries: tries() })
  const responses = await Promise.all([
    send(),
    ...(chance.happens(0.3) ? [send()] : []),
    ...(chance.happens(0.1) ? [send({ amount: 1 })] : []),
  ])
  for (const response of responses.filter(isOk))
    acknowledge(
      'payout',
      'select 1 from merchant_payout where public_id = $1 and reference = $2',
      response.body.data.payout_id,
      reference,
    )
  return responses.find(isOk)?.body.data
}

export type Source = { as: Credentials; currency: 'USD' | 'CDF'; available: bigint; destination_id: string }

/** A merchant with available card money, and one of its destinations, which need not be usable yet. */
async function someBalance({ chance, store, place }: ActContext): Promise<Source | undefined> {
  const rows = await store.rows(
    `select b.currency, b.available_minor as available, m.merchant_code, d.public_id as destination_id
       from merchant_balance b join merchant m on m.id = b.merchant_id
       join payout_destination d on d.merchant_id = b.merchant_id and d.environment = b.environment and d.state <> 'removed'
      where b.available_minor > 100 order by m.id, b.currency`,
  )
  if (rows.length === 0) return undefined
  const found = chance.pick(rows)
  const as = place.merchants.find(({ merchant_code }) => merchant_code === found.merchant_code)
  return as && ({ ...found, as } as Source)
}

/** Decisions about a payout, and cancellations. */
export function actsOn(
  context: ActContext,
  as: Credentials,
  { payout_id, state }: { payout_id: string; state: string },
): Promise<void>[] {
  const { chance } = context
  const cancel = () => cancelled(context, as, payout_id)
  const decide = (act: 'approve' | 'reject') => decided(context, payout_id, act)
  if (state !== 'REQUESTED') return chance.happens(0.3) ? [cancel()] : []
  return chance.pick([
    () => [decide('approve')],
    () => [decide('approve'), decide('approve')],
    () => [decide('approve'), decide('reject')],
    () => [decide('approve'), cancel()],
    () => [decide('reject')],
    () => [cancel(), cancel()],
  ])()
}

async function cancelled(context: ActContext, as: Credentials, id: string): Promise<void> {
  const { clients, tries, acknowledge } = context
  const path = `/api/v1/payment/payouts/${id}/cancel`
  const response = await clients.signed(as, path, {}, { tries: tries() })
  if (!isOk(response)) return
  acknowledge(
    'cancelled payout',
    `select 1 from merchant_payout where public_id = $1 and state = 'CANCELLED'`,
    id,
  )
}

async function decided(context: ActContext, id: string, act: 'approve' | 'reject'): Promise<void> {
  const { clients, admin, tries, acknowledge } = context
  const path = `/api/v1/admin/payouts/${id}/${act}`
  const response = await clients.admin(admin(), path, { reason: 'looked at it' }, { tries: tries() })
  if (!isOk(response)) return
  acknowledge(
    `payout: ${act}`,
    // One that was approved may have been held since, and decided again.
    `select 1 from merchant_payout p join merchant_payout_event e on e.payout_id = p.id
      where p.public_id = $1 and e.kind = $2 and e.detail <> ''`,
    id,
    act === 'approve' ? 'approved' : 'rejected',
  )
}
