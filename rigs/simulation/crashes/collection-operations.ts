// Payments by phone, their refunds, and money that comes after its order has ended.
import { type Callers, makeLink, order } from './callers.ts'
import { formOf } from './card-operations.ts'
import { minutes, type Operation } from './operation.ts'
import { refund } from './steps.ts'

/** An order of a merchant that takes payments by phone, and wants to know of money that was given back. Returns the link of the page. */
async function phoneOrder(callers: Callers): Promise<string> {
  await callers.world.store.rows(
    `update merchant set payment_methods = '{card,mobile_money}', webhook_events = '{COLLECTION_RETURNED}', version = version + 1
      where merchant_code = $1`,
    [callers.as.merchant_code],
  )
  return order(callers)
}

const uuidOf = (link: string) => new URL(link).pathname.split('/').at(-1)

/** @param prefix of an operator: the second one refunds no parts. */
const freshNumber = ({ world }: Callers, prefix = '81') =>
  `+243${prefix}${String(world.chance.below(1_000_000)).padStart(6, '0')}1`

async function ask(callers: Callers, link: string, prefix?: string): Promise<void> {
  const { clients, as, again, acknowledge, once } = callers
  const transaction_uuid = uuidOf(link)
  // One that was not sent may be asked for again under its key.
  once(
    'collection',
    `select 1 from collection k join operation o on o.id = k.operation join card_transaction t on t.id = k.card_transaction_id
      where t.transaction_uuid = $1 and o.upstream_reason is distinct from 'not_sent'`,
    transaction_uuid,
  )
  const body = { transaction_uuid, customer_number: freshNumber(callers, prefix) }
  const response = await clients.signed(as, '/api/v1/payment/collections', body, again())
  const id = response?.body?.data?.collection_id
  if (id) acknowledge('collection', 'select 1 from collection where collection_id = $1', id)
}

/** The payer reacts within two minutes, and what is unknown is inquired about. */
async function asked(callers: Callers, link: string): Promise<void> {
  await ask(callers, link)
  await minutes(callers.world, 10)
}

/** Returns the id by which the payment is refunded. */
const paidBy = (prefix?: string) => async (callers: Callers) => {
  await ask(callers, await phoneOrder(callers), prefix)
  await minutes(callers.world, 10)
  const [row] = await callers.world.store.rows(
    `select cs_payment_id from card_transaction where status = 'SUCCESS' order by id desc limit 1`,
  )
  return String(row?.cs_payment_id)
}

async function refunded(callers: Callers, payment: string): Promise<void> {
  await refund(callers, payment)
  await minutes(callers.world, 10)
}

/** The prompt lapses, the payer cancels the order on its page, and approves nevertheless. */
async function paidTooLate(callers: Callers, link: string): Promise<void> {
  const { clients, world } = callers
  await ask(callers, link)
  await minutes(world, 3)
  await clients.page(link, 'cancel', {}, 4)
  await minutes(world, 30)
}

export const collectionOperations: readonly Operation[] = [
  { name: 'collection', movesMoney: true, prepare: phoneOrder, run: asked },
  {
    name: 'collection on the page of a link',
    movesMoney: true,
    prepare: async (callers) => {
      await phoneOrder(callers)
      return formOf(callers, await makeLink(callers))
    },
    run: async (callers, link) => {
      await callers.clients.page(link, 'collections', { customer_number: freshNumber(callers, '89') }, 4)
      await minutes(callers.world, 10)
    },
  },
  {
    name: 'collection that is declined',
    movesMoney: false,
    faults: ['payer declines'],
    prepare: phoneOrder,
    run: asked,
  },
  {
    name: 'collection whose reply is lost',
    movesMoney: true,
    faults: ['operator acts, reply lost'],
    losesReplyOf: 'collect',
    prepare: phoneOrder,
    run: asked,
  },
  {
    name: 'collection of another amount, given back',
    movesMoney: true,
    faults: ['operator debits another amount'],
    prepare: phoneOrder,
    run: asked,
  },
  { name: 'refund of a collection', movesMoney: true, prepare: paidBy(), run: refunded },
  {
    name: 'refund of a collection whose reply is lost',
    movesMoney: true,
    faults: ['operator acts, reply lost'],
    prepare: paidBy(),
    run: refunded,
  },
  {
    name: 'refund of a collection, paid to the number',
    movesMoney: true,
    prepare: paidBy('89'),
    run: refunded,
  },
  {
    name: 'late money, given back',
    movesMoney: true,
    faults: ['payer approves too late'],
    prepare: phoneOrder,
    run: paidTooLate,
  },
  {
    name: 'late money that the operator does not refund, paid to the number',
    movesMoney: true,
    faults: ['payer approves too late', 'operator refuses a refund'],
    prepare: phoneOrder,
    run: paidTooLate,
  },
]
