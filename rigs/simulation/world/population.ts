// The merchants and admins that exist before any fault.
import { type Credentials, registerMerchant } from '../../../server/merchants/identity/register.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import { openMasterSecrets } from '../../../server/platform/retained-keys.ts'
import { insertEndpoint } from '../../../server/webhooks/endpoints.ts'
import { insertPortalTokens } from '../callers/portal-tokens.ts'
import { insertPayoutDestinations } from './payout-destinations.ts'
import { settingsOf } from './settings.ts'
import type { Store } from './store.ts'

type Place = {
  store: Store
  now(): Temporal.Instant
  /** Runs work to completion in virtual time. */
  finish<Result>(work: Promise<Result>): Promise<Result>
}

export type Merchant = Credentials & { readonly cell: number }

/** Merchants that take cards, send money and are signed in to the portal: two, or one in each cell if there are more cells. */
export async function registerMerchants({ store, now, finish }: Place): Promise<Merchant[]> {
  const merchants: Merchant[] = []
  for (const [index, name] of namesFor(store.cells).entries()) {
    const cell = (index % store.cells) + 1
    const merchant = await finish(
      registerMerchant(
        {
          db: quietly(store, cell),
          secrets: openMasterSecrets(settingsOf(store.cells)),
          clock: { now },
          merchantPrefix: 'LKT',
          hash: async () => '$argon2id$none',
        },
        {
          name,
          email: `${name.replaceAll(' ', '.')}@example.com`,
          environment: 'sandbox',
          microformOrigins: ['https://shop.test'],
          password: 'correct horse battery',
        },
      ),
    )
    // The first has a further endpoint, which gets copies of most events.
    if (index === 0) await finish(addEndpoint({ store, now }, cell))
    merchants.push({ ...merchant, cell })
  }
  await store.rows('update merchant set remittance_fee_bp = 150, remittance_fee_fixed_minor = 25')
  // One of the two has a callback in its profile, for links that have none of their own.
  await store.rows(
    `update merchant set callback_url = 'https://profile.test/hook' where id = (select min(id) from merchant)`,
  )
  // The other allows several cards at one order.
  await store.rows('update merchant set checkout_attempts = 3 where id = (select max(id) from merchant)')
  // The payers of the other get receipts.
  await store.rows('update merchant set payer_receipts = true where id = (select max(id) from merchant)')
  // The other also takes payments by phone, at a rate of their own, and wants to know of money that came too late.
  await store.rows(
    `update merchant set payment_methods = '{card,mobile_money}', mobile_money_rate_bp = 290,
            webhook_events = webhook_events || '{COLLECTION_RETURNED}' where id = (select max(id) from merchant)`,
  )
  // The other may also refund without an admin.
  await store.rows('update merchant set may_refund_sandbox = false where id = (select min(id) from merchant)')
  await store.rows(addAccountants)
  await insertPortalTokens((text, values) => store.rows(text, values), merchants)
  for (const cell of new Set(merchants.map((merchant) => merchant.cell)))
    await insertPayoutDestinations((text, values) => store.rows(text, values, cell), cell)
  return merchants
}

async function addEndpoint({ store, now }: Pick<Place, 'store' | 'now'>, cell: number): Promise<void> {
  const [{ id: merchantId } = { id: 0n }] = await store.rows<{ id: bigint }>('select id from merchant')
  const settings = {
    url: 'https://copies.test/hook',
    events: ['PAYMENT', 'PAYMENT_CANCELLATION', 'REFUND', 'REMITTANCE', 'PAYOUT', 'BATCH'],
    ...{ description: '', is_enabled: true },
  }
  const made = { merchantId, settings, secret: 'whsec_copies', now: now() }
  const secrets = openMasterSecrets(settingsOf(store.cells))
  await quietly(store, cell).transaction((sql) => insertEndpoint(sql, secrets, made))
}

const namesFor = (cells: number): string[] => [
  'Boutique Virunga',
  'Kivu Transferts',
  ...Array.from(
    { length: Math.max(cells - 2, 0) },
    (_, index) => `Librairie ${'ABCDEFGHIJ'.charAt(index % 10)}`,
  ),
]

/** The store as the database of a cell, outside of the simulation. */
function quietly(store: Store, cell: number): Database {
  const quiet = {
    cell,
    rows: async (statement: { text: string }, values: readonly unknown[] = []) =>
      store.rows(statement.text, values.map(plain), cell),
  }
  return { ...quiet, transaction: (work: (sql: unknown) => unknown) => work(quiet) } as never
}

/** A second user of each merchant, who may request payouts. The id is the same in each run of a seed. */
const addAccountants = `insert into merchant_user (user_id, merchant_id, email, name, password_hash, role, created_at)
  select md5('accountant of ' || merchant_code)::uuid, id, 'accountant.' || id || '@example.com', 'Aline Furaha', '$argon2id$none',
         'accountant', created_at
    from merchant`

const plain = (value: unknown) => (value instanceof Temporal.Instant ? value.toString() : value)
