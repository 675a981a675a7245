// Refund requests of merchants, some of whom may refund without an admin, and several decisions about one request at
// once. Each request has its own reason, which its refund repeats.
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import type { ClientResponse } from '../../world/network.ts'
import { type ActContext, isOk, minute } from './context.ts'

type Payment = {
  transaction_uuid: string
  cs_payment_id: string
  amount_minor: bigint
  may_refund: boolean
  as: Credentials
}
type Request = { id: string; state: string }

export async function refundRequest(context: ActContext): Promise<void> {
  const { chance, sleep } = context
  const payment = await somePayment(context)
  if (!payment) return
  const made = await Promise.all(
    Array.from({ length: chance.pick([1, 1, 2, 3]) }, () => request(context, payment)),
  )
  const waiting = made.find((each) => each?.state === 'WAITING')
  if (!waiting) return
  await sleep(chance.spread(1_000, 20 * minute))
  const decisions = chance.pick([
    ['approve'],
    ['approve', 'approve'],
    ['approve', 'approve', 'withdraw'],
    ['approve', 'reject'],
    ['reject', 'withdraw'],
    ['withdraw'],
    ['withdraw', 'refund'],
    ['approve', 'refund'],
    ['refund'],
    ['void'],
    ['approve', 'void'],
    [],
  ] as const)
  await Promise.all(decisions.map((act) => acts[act](context, payment, waiting)))
}

/** One of the newest payments that can be refunded, and its merchant. */
async function somePayment({ chance, store, place }: ActContext): Promise<Payment | undefined> {
  const rows = await store.rows(
    `select t.cs_payment_id, t.amount_minor, t.transaction_uuid, m.merchant_code, m.may_refund_sandbox as may_refund
       from card_transaction t join merchant m on m.id = t.merchant_id
      where t.cs_payment_id is not null and t.status in ('SUCCESS', 'PARTIALLY_REFUNDED') order by t.id desc limit 50`,
  )
  const found = rows.length > 0 ? chance.pick(rows) : undefined
  const as = place.merchants.find(({ merchant_code }) => merchant_code === found?.merchant_code)
  return found && as && ({ ...found, as } as Payment)
}

const requestsPath = ({ transaction_uuid }: Payment) => `payments/${transaction_uuid}/refund-requests`

async function request(context: ActContext, payment: Payment): Promise<Request | undefined> {
  const { chance, clients, maybeKey, once, acknowledge, tries } = context
  const { as, amount_minor, may_refund } = payment
  const part = (chance.below(Number(amount_minor)) + 1) / 100
  const body = { reason: `requested ${context.next()}`, ...(chance.happens(0.6) && { amount: part }) }
  const key = maybeKey()
  if (key.key) {
    once('refund request', 'select 1 from refund_request where reason = $1', body.reason)
    once('refund of a request', 'select 1 from card_refund where reason = $1', body.reason)
  }
  const response = await clients.portal(as, requestsPath(payment), body, { ...key, tries: tries() })
  if (!isOk(response)) return undefined
  const { id, state }: Request = response.body.data
  const own = `merchant:${as.merchant_code}`
  // Beyond the limit of the balance, a request of a merchant who may refund waits for an admin, too.
  if (may_refund && state !== 'WAITING')
    acknowledge(
      'refund request, approved at once',
      `select 1 from refund_request where public_id = $1 and state = 'APPROVED' and decided_by = $2`,
      id,
      own,
    )
  else
    acknowledge(
      'refund request for an admin to decide',
      `select 1 from refund_request where public_id = $1 and (decided_by is distinct from $2 or state = 'WITHDRAWN')`,
      id,
      own,
    )
  acknowledgeOutcome(context, response)
  return { id, state }
}

/** A request that was reported as refunded or failed has such a refund. */
function acknowledgeOutcome({ acknowledge }: ActContext, response: ClientResponse): void {
  const { id, state } = response.body.data
  if (state !== 'REFUNDED' && state !== 'FAILED') return
  acknowledge(
    `refund request: ${state}`,
    `select 1 from refund_request q join card_refund r on r.operation = q.operation where q.public_id = $1 and r.status = $2`,
    id,
    state === 'REFUNDED' ? 'SUCCESS' : 'FAILED',
  )
}

type Act = (context: ActContext, payment: Payment, request: Request) => Promise<void>

const acts = {
  approve: decideAs('approve', 'APPROVED'),
  reject: decideAs('reject', 'REJECTED'),
  async withdraw(context, payment, { id }) {
    const { clients, maybeKey, tries } = context
    const path = `${requestsPath(payment)}/${id}/withdraw`
    const response = await clients.portal(payment.as, path, {}, { ...maybeKey(), tries: tries() })
    if (isOk(response)) acknowledgeDecision(context, id, 'WITHDRAWN')
  },
  /** All that remains, beside the request, which then ends by itself. */
  async refund({ clients, admin, tries, next }, { cs_payment_id }) {
    const body = { reason: `refund ${next()}` }
    await clients.admin(admin(), `/api/v1/admin/payment/refunds/${cs_payment_id}`, body, { tries: tries() })
  },
  async void({ clients, admin, tries, next }, { cs_payment_id }) {
    const body = { reason: `not wanted ${next()}` }
    await clients.admin(admin(), `/api/v1/admin/payment/voids/${cs_payment_id}`, body, { tries: tries() })
  },
} satisfies Record<string, Act>

function decideAs(act: 'approve' | 'reject', to: string): Act {
  return async (context, _, { id }) => {
    const { clients, admin, maybeKey, tries } = context
    const path = `/api/v1/admin/refund-requests/${id}/${act}`
    const sent = { ...maybeKey(), tries: tries() }
    const response = await clients.admin(admin(), path, { reason: 'looked at it' }, sent)
    if (!isOk(response)) return
    acknowledgeDecision(context, id, to)
    acknowledgeOutcome(context, response)
  }
}

function acknowledgeDecision({ acknowledge }: ActContext, id: string, to: string): void {
  acknowledge(
    `refund request: ${to}`,
    'select 1 from refund_request where public_id = $1 and state = $2',
    id,
    to,
  )
}
