// The merchants and admins that exist before any fault.
import { type Credentials, registerMerchant } from '../../../server/merchants/identity/register.ts'
import { openMasterSecrets } from '../../../server/platform/retained-keys.ts'
import { insertPortalTokens } from '../callers/portal-tokens.ts'
import { insertPayoutDestinations } from './payout-destinations.ts'
import { settings } from './settings.ts'
import type { Store } from './store.ts'

type Place = {
  store: Store
  now(): Temporal.Instant
  /** Runs work to completion in virtual time. */
  finish<Result>(work: Promise<Result>): Promise<Result>
}

/** Two merchants that take cards, send money and are signed in to the portal. */
export async function registerMerchants({ store, now, finish }: Place): Promise<Credentials[]> {
  const merchants: Credentials[] = []
  const quiet = {
    cell: 1,
    rows: async (statement: { text: string }, values: readonly unknown[] = []) =>
      store.rows(statement.text, values.map(plain)),
  }
  const db = { ...quiet, transaction: (work: (sql: unknown) => unknown) => work(quiet) }
  for (const name of ['Boutique Virunga', 'Kivu Transferts']) {
    const merchant = await finish(
      registerMerchant(
        {
          db: db as never,
          secrets: openMasterSecrets(settings),
          clock: { now },
          merchantPrefix: 'LKT',
          hash: async () => '$argon2id$none',
        },
        {
          name,
          email: `${name.replace(' ', '.')}@example.com`,
          environment: 'sandbox',
          microformOrigins: ['https://shop.test'],
          password: 'correct horse battery',
        },
      ),
    )
    merchants.push(merchant)
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
  // The other may also refund without an admin.
  await store.rows('update merchant set may_refund_sandbox = false where id = (select min(id) from merchant)')
  await store.rows(addAccountants)
  await insertPortalTokens((text, values) => store.rows(text, values), merchants)
  await insertPayoutDestinations((text, values) => store.rows(text, values))
  return merchants
}

/** A second user of each merchant, who may request payouts. The id is the same in each run of a seed. */
const addAccountants = `insert into merchant_user (user_id, merchant_id, email, name, password_hash, role, created_at)
  select md5('accountant of ' || merchant_code)::uuid, id, 'accountant.' || id || '@example.com', 'Aline Furaha', '$argon2id$none',
         'accountant', created_at
    from merchant`

const plain = (value: unknown) => (value instanceof Temporal.Instant ? value.toString() : value)
