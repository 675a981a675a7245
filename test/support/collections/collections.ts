// Mobile-money payments at the checkout, for tests.
import assert from 'node:assert/strict'
import type { OperatorOptions } from '../../../sandbox/operators/settings.ts'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { eventually } from '../http/eventually.ts'
import type { ApiResponse } from '../http/response.ts'
import { orderBody } from '../world/bodies.ts'
import type { World } from '../world/world.ts'

/** Short prompts. */
export const collectionSandbox: { operators: OperatorOptions } = {
  operators: {
    promptMs: 2_000,
    approveSlowlyMs: 1_000,
    secondInquiryMs: 500,
    outcomeAfterMs: { min: 20, max: 60 },
  },
}
export const collectionSettings = { COLLECTION_SECONDS: '5', WEBHOOK_SPEED: '50' }

let used = 0
/** A number that no test has used, since prompts are counted by number. @param prefix of the operator. @param end its last two digits */
export const freshNumber = (end: string, prefix = '97') =>
  `+243${prefix}${String(100 + used++).padStart(5, '0')}${end}`

export const path = '/api/v1/payment/collections'

export type Collections = ReturnType<typeof collectionsOf>

/** The collections of a merchant, the world's by default. */
export function collectionsOf(world: World, as: Credentials = world.merchant) {
  const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
  const read = async (id: string) => (await world.signed('GET', `${path}/${id}`, undefined, { as })).body.data
  return {
    /** Sets how the merchant's customers may pay. */
    offer: (methods = ['card', 'mobile_money'], more: Record<string, unknown> = {}) =>
      rows(
        `update merchant set payment_methods = $2, mobile_money_rate_bp = $3, webhook_events = $4, version = version + 1 where merchant_code = $1`,
        [as.merchant_code, methods, more.rate ?? null, more.events ?? []],
      ),
    async order(overrides: Record<string, unknown> = {}) {
      const response = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, overrides), {
        as,
      })
      assert.equal(response.status, 200, response.text)
      return response.body.data as { transaction_uuid: string; links: string }
    },
    ask: (transaction_uuid: string, customer_number: string, more: object = {}): Promise<ApiResponse> =>
      world.signed('POST', path, { transaction_uuid, customer_number, ...more }, { as }),
    /** Asks, and returns the collection. */
    async asked(transaction_uuid: string, customer_number: string) {
      const response = await world.signed('POST', path, { transaction_uuid, customer_number }, { as })
      assert.equal(response.status, 200, response.text)
      return response.body.data as { collection_id: string; state: string; [field: string]: unknown }
    },
    read,
    /** Waits until the collection is in a state. */
    reaches: (id: string, state: string, seconds = 20) =>
      eventually(
        `the collection is ${state}`,
        async () => {
          const collection = await read(id)
          return collection.state === state && collection
        },
        seconds * 1_000,
      ),
    ...readsOf(world, as),
  }
}

/** What is recorded of an order and its collections. */
function readsOf(world: World, as: Credentials) {
  const rows = <Row>(text: string, values: unknown[] = []) => world.db.rows<Row>({ name: '', text }, values)
  return {
    status: async (uuid: string) =>
      (await world.signed('POST', '/api/v1/payment/status', { transaction_uuid: uuid }, { as })).body.data
        .transaction_status as string,
    /** The states through which the collection went. */
    async history(id: string): Promise<string[]> {
      const moves = await rows<{ to_state: string }>(
        `select m.to_state from collection_move m join collection c using (operation) where c.collection_id = $1 order by m.id`,
        [id],
      )
      return moves.map(({ to_state }) => to_state)
    },
    /** The entries that were posted for the order, as `account operator side amount`. */
    async postings(uuid: string): Promise<string[]> {
      const found = await rows<{ entry: string }>(
        `select split_part(p.key, ':', 1) || ' ' || concat_ws(' ', a.code, a.operator, e.amount_minor) as entry
           from operation o join card_transaction t on t.id = o.card_transaction_id
           join ledger_posting p on split_part(p.key, ':', 2) = o.id::text
           join ledger_entry e on e.posting_id = p.id join ledger_account a on a.id = e.account_id
          where t.transaction_uuid = $1 order by p.id, e.id`,
        [uuid],
      )
      return found.map(({ entry }) => entry)
    },
    async webhooks(uuid: string): Promise<Record<string, unknown>[]> {
      const events = await rows<{ body: string }>(
        `select w.body from webhook_event w join card_transaction t on w.subject = 'card:' || t.id where t.transaction_uuid = $1 order by w.id`,
        [uuid],
      )
      return events.map(({ body }) => JSON.parse(body))
    },
    rows,
  }
}

/** Inserts a collection of a payment by card, for routes that only look for one. Returns its id. */
export async function plantedCollection(world: World, payment: bigint): Promise<string> {
  const text = `insert into collection (operation, collection_id, card_transaction_id, merchant_id, environment, operator, number_hash,
                                        number_end, amount_minor, currency, created_at)
    select o.id, 'MM-7Q2M9XW4T3B0K5RA', t.id, t.merchant_id, t.environment, 'airtel', sha256(''), '021', t.amount_minor, t.currency, now()
      from card_transaction t join operation o on o.card_transaction_id = t.id where t.id = $1 limit 1
    returning collection_id as id`
  const [row] = await world.db.rows<{ id: string }>({ name: '', text }, [payment])
  return row!.id
}
