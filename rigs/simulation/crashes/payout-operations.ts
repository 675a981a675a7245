// Payouts of card money to merchants.
import { camtStatement } from '../../../test/support/callers/statements.ts'
import { type Callers, order, payAt } from './callers.ts'
import { minutes, type Operation } from './operation.ts'

async function destinationOf({ as, world }: Callers, type: 'wallet' | 'bank'): Promise<string> {
  const [row] = await world.store.rows(
    `select d.public_id from payout_destination d join merchant m on m.id = d.merchant_id
      where d.type = $1 and m.merchant_code = $2`,
    [type, as.merchant_code],
  )
  return String(row?.public_id)
}

/** Card money that is available at once. Returns the merchant's wallet. */
export async function available(callers: Callers): Promise<string> {
  const { world, as } = callers
  await payAt(callers, await order(callers))
  await world.store.rows(
    `update balance_transaction set available_on = (created_at at time zone 'UTC')::date where released_posting is null`,
    [],
    as.cell,
  )
  await untilReleased(callers)
  return destinationOf(callers, 'wallet')
}

/** The worker that releases money looks for it from time to time. */
async function untilReleased({ world }: Callers): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    await minutes(world, 5)
    const waiting = 'select from balance_transaction where released_posting is null'
    if ((await world.store.rows(waiting)).length === 0) return
  }
  throw new Error('the money of a payment was not released')
}

/** Returns the id of the payout, which is empty when there was no response. */
export async function request(callers: Callers, destination_id: string, amount: number): Promise<string> {
  const { clients, as, acknowledge, once, named } = callers
  const reference = named('P')
  const body = { amount, currency: 'USD', destination_id, reference }
  once('payout', 'select 1 from merchant_payout where reference = $1', reference)
  const response = await clients.signed(as, '/api/v1/payment/payouts', body, { tries: 4, comesBack: true })
  const id = response?.body?.data?.payout_id
  if (id)
    acknowledge(
      'payout',
      'select 1 from merchant_payout where public_id = $1 and reference = $2',
      id,
      reference,
    )
  return id ?? ''
}

const paid = async (callers: Callers, destination: string) => {
  await request(callers, destination, 1)
  await minutes(callers.world, 5)
}
/** From this sum a payout waits for an admin. */
const large = 20
const waiting = async (callers: Callers) => request(callers, await available(callers), large)

export async function decide(
  callers: Callers,
  id: string,
  act: 'approve' | 'reject',
  by: 'amina' | 'benoit' = 'amina',
): Promise<void> {
  const { clients, acknowledge, world } = callers
  const path = `/api/v1/admin/payouts/${id}/${act}`
  const response = await clients.admin(by, path, { reason: 'looked at it' }, { tries: 4, comesBack: true })
  if (response?.status === 200)
    acknowledge(
      `payout: ${act}`,
      `select 1 from merchant_payout p join merchant_payout_event e on e.payout_id = p.id
        where p.public_id = $1 and e.kind = $2 and e.detail = 'by ' || $3`,
      ...[id, act === 'approve' ? 'approved' : 'rejected', by],
    )
  await minutes(world, 5)
}

/** A payout to a bank that waits for a batch. Returns its id. */
async function waitingForBatch(callers: Callers): Promise<string> {
  await available(callers)
  const id = await request(callers, await destinationOf(callers, 'bank'), 1)
  // After many payouts on one day, further ones wait for an admin.
  const [made] = await callers.world.store.rows('select state from merchant_payout where public_id = $1', [
    id,
  ])
  // Amina imports the statements, which pay nothing that she has approved herself.
  if (made?.state === 'REQUESTED') await decide(callers, id, 'approve', 'benoit')
  return id
}

/** Makes and approves a batch, then imports the statement with the line of its payout, twice. */
async function payByBank(callers: Callers, payout: string): Promise<void> {
  const { clients, acknowledge, world } = callers
  const again = { tries: 4, comesBack: true }
  await clients.admin(
    'amina',
    '/api/v1/admin/payout-batches',
    { environment: 'sandbox', currency: 'USD' },
    again,
  )
  const [batch] = await world.store.rows('select public_id from payout_batch order by id desc limit 1')
  const id = String(batch?.public_id)
  const approved = await clients.admin(
    'benoit',
    `/api/v1/admin/payout-batches/${id}/approve`,
    { reason: 'checked' },
    again,
  )
  if (approved?.status === 200)
    acknowledge('payout batch', `select 1 from payout_batch where public_id = $1 and state = 'APPROVED'`, id)
  const file = await clients.readAdmin('benoit', `/api/v1/admin/payout-batches/${id}/file`, again)
  if (file?.status === 200) world.bank.receive(id, file.body)
  await importStatements(callers)
  await minutes(world, 5)
  if (world.bank.orders.some((order) => order.payout === payout && order.state === 'paid'))
    acknowledge('bank line', `select 1 from merchant_payout where public_id = $1 and state = 'PAID'`, payout)
}

/** Imports what the bank has booked since, and what no import was acknowledged of before. */
async function importStatements({ clients, world }: Callers): Promise<void> {
  for (;;) {
    const statement = world.bank.statement('USD')
    if (!statement) return
    const { id, bookings, ...head } = statement
    const content = Buffer.from(camtStatement({ id, ...head }, bookings)).toString('base64')
    const body = { name: 'statement.xml', content }
    const again = { tries: 4, comesBack: true }
    const imported = await clients.admin('amina', '/api/v1/admin/bank/files', body, again)
    if (imported?.status !== 200) return
    world.bank.imported(id, 'amina')
  }
}

export const payoutOperations: readonly Operation[] = [
  { name: 'payout: request, dispatch, callback', movesMoney: true, prepare: available, run: paid },
  {
    name: 'payout whose reply is lost',
    movesMoney: true,
    faults: ['operator acts, reply lost'],
    prepare: available,
    run: paid,
  },
  {
    name: 'payout reported failed while its call hangs',
    movesMoney: true,
    faults: ['callback of a failure while the call hangs'],
    prepare: available,
    run: paid,
  },
  {
    name: 'payout that is declined',
    movesMoney: false,
    faults: ['operator declines'],
    prepare: available,
    run: paid,
  },
  {
    name: 'payout, approved',
    movesMoney: true,
    prepare: waiting,
    run: (callers, id) => decide(callers, id, 'approve'),
  },
  {
    name: 'payout, rejected',
    movesMoney: false,
    prepare: waiting,
    run: (callers, id) => decide(callers, id, 'reject'),
  },
  {
    name: 'payout to a bank: batch, approval, statement',
    movesMoney: true,
    prepare: waitingForBatch,
    run: payByBank,
  },
  {
    name: 'payout, cancelled',
    movesMoney: false,
    prepare: waiting,
    async run({ clients, as, acknowledge }, id) {
      const path = `/api/v1/payment/payouts/${id}/cancel`
      const response = await clients.signed(as, path, {}, { tries: 4, comesBack: true })
      if (response?.status === 200)
        acknowledge(
          'cancelled payout',
          `select 1 from merchant_payout where public_id = $1 and state = 'CANCELLED'`,
          id,
        )
    },
  },
]
