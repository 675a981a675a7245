// Refund requests: decided by an admin, withdrawn, or refunded at once where the merchant may.
import { type Callers, order, payAt } from './callers.ts'
import { minutes, type Operation } from './operation.ts'

type Prepared = { uuid: string; id: string }

/** A payment of a merchant that may or may not refund it by itself. Returns its transaction_uuid. */
async function paidOrder(callers: Callers, mayRefund: boolean): Promise<string> {
  const { store } = callers.world
  await store.rows('update merchant set may_refund_sandbox = $1', [mayRefund])
  await payAt(callers, await order(callers))
  const [row] = await store.rows(
    `select transaction_uuid from card_transaction where status = 'SUCCESS' order by id desc limit 1`,
  )
  return String(row?.transaction_uuid)
}

const requestsPath = (uuid: string) => `payments/${uuid}/refund-requests`

/** Returns the id of the request, which is empty when there was no response. */
async function request(callers: Callers, uuid: string): Promise<string> {
  const { clients, as, again, acknowledge, once, named } = callers
  // In letters: digits that pass for a card number would be masked.
  const reason = named('asked for').replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
  once('refund request', 'select 1 from refund_request where reason = $1', reason)
  once('refund of a request', 'select 1 from card_refund where reason = $1', reason)
  const response = await clients.portal(as, requestsPath(uuid), { amount: 10, reason }, again())
  if (response?.status !== 200) return ''
  const { id, state } = response.body.data
  acknowledge(
    'refund request',
    'select 1 from refund_request where public_id = $1 and reason = $2',
    id,
    reason,
  )
  if (state === 'REFUNDED') acknowledgeRefund(callers, id)
  return String(id)
}

function acknowledgeRefund({ acknowledge }: Callers, id: unknown): void {
  acknowledge(
    'refund of a request',
    `select 1 from refund_request q join card_refund r on r.operation = q.operation where q.public_id = $1 and r.status = 'SUCCESS'`,
    id,
  )
}

const waiting = async (callers: Callers): Promise<string> => {
  const uuid = await paidOrder(callers, false)
  const prepared: Prepared = { uuid, id: await request(callers, uuid) }
  return JSON.stringify(prepared)
}

async function decide(callers: Callers, subject: string, act: 'approve' | 'reject'): Promise<void> {
  const { clients, again, acknowledge } = callers
  const { id }: Prepared = JSON.parse(subject)
  const path = `/api/v1/admin/refund-requests/${id}/${act}`
  const response = await clients.admin('amina', path, { reason: 'looked at it' }, again())
  if (response?.status !== 200) return
  const to = act === 'approve' ? 'APPROVED' : 'REJECTED'
  acknowledge(
    `refund request: ${to}`,
    'select 1 from refund_request where public_id = $1 and state = $2',
    id,
    to,
  )
  if (response.body.data.state === 'REFUNDED') acknowledgeRefund(callers, id)
}

/** A checked batch with a refund of a part of a payment. The file counts as uploaded by a server: the rig has one user of each portal. */
async function checkedBatch(callers: Callers): Promise<string> {
  const { clients, as, world, once } = callers
  const rows = [{ transaction_uuid: await paidOrder(callers, true), amount: 10, reason: 'cancelled' }]
  const response = await clients.portal(as, 'refund-batches', { rows }, { tries: 4 })
  const id = String(response?.body?.data?.batch_id)
  await world.store.rows('update batch set uploaded_by = null where batch_id = $1', [id])
  once(
    'refund of a row',
    `select 1 from card_refund r join refund_request q on q.operation = r.operation
      where q.idempotency_key like $1 || '/%' and r.status <> 'FAILED'`,
    id,
  )
  await minutes(world, 2)
  return id
}

async function confirmBatch({ clients, as, world, acknowledge }: Callers, id: string): Promise<void> {
  const body = { count: 1, total: 10 }
  const response = await clients.portal(as, `refund-batches/${id}/confirm`, body, { tries: 4 })
  await minutes(world, 5)
  if (response?.status !== 200) return
  // A refund that never reached the gateway has failed, and is for a person to send again.
  acknowledge(
    'request of a confirmed row',
    `select 1 from refund_request where idempotency_key = $1 || '/1' and state = 'APPROVED'`,
    id,
  )
}

export const refundRequestOperations: readonly Operation[] = [
  {
    name: 'refund request',
    movesMoney: false,
    prepare: (callers) => paidOrder(callers, false),
    run: async (callers, uuid) => void (await request(callers, uuid)),
  },
  {
    name: 'refund request, refunded at once',
    movesMoney: true,
    prepare: (callers) => paidOrder(callers, true),
    run: async (callers, uuid) => void (await request(callers, uuid)),
  },
  {
    name: 'refund request, approved',
    movesMoney: true,
    prepare: waiting,
    run: (callers, subject) => decide(callers, subject, 'approve'),
  },
  {
    name: 'refund request, approved, whose reply is lost',
    movesMoney: true,
    faults: ['gateway acts, reply lost'],
    prepare: waiting,
    run: async (callers, subject) => {
      await decide(callers, subject, 'approve')
      await minutes(callers.world, 10)
    },
  },
  {
    name: 'refund request, rejected',
    movesMoney: false,
    prepare: waiting,
    run: (callers, subject) => decide(callers, subject, 'reject'),
  },
  {
    name: 'refund request, withdrawn',
    movesMoney: false,
    prepare: waiting,
    async run({ clients, as, again, acknowledge }, subject) {
      const { uuid, id }: Prepared = JSON.parse(subject)
      const response = await clients.portal(as, `${requestsPath(uuid)}/${id}/withdraw`, {}, again())
      if (response?.status === 200)
        acknowledge(
          'withdrawal',
          `select 1 from refund_request where public_id = $1 and state = 'WITHDRAWN'`,
          id,
        )
    },
  },
  {
    name: 'batch of refunds: confirmation, rows, event',
    movesMoney: true,
    prepare: checkedBatch,
    run: confirmBatch,
  },
  {
    name: 'batch of refunds whose replies are lost',
    movesMoney: true,
    faults: ['gateway acts, reply lost'],
    prepare: checkedBatch,
    run: confirmBatch,
  },
]
