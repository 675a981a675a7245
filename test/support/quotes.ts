// What tests do with quotes, and what their books must say.
import assert from 'node:assert/strict'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { statement } from '../../server/platform/database/database.ts'
import type { ApiResponse } from './http/response.ts'
import type { World } from './world/world.ts'

const path = '/api/v1/remittance/quotes'

export const askForQuote = (
  world: World,
  body: Record<string, unknown>,
  options: { as?: Credentials; headers?: Record<string, string> } = {},
): Promise<ApiResponse> => world.basic('POST', path, body, options)

/** A quote that must be made: its `data`. */
export async function quoted(world: World, body: Record<string, unknown>, as?: Credentials): Promise<any> {
  const response = await askForQuote(world, body, as && { as })
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

const publish = statement(
  'test_publish_rates_of_quotes',
  `insert into rate_snapshot (source, as_of, fetched_at, rates, state)
   select 'test', $1, $1, rates || $2::jsonb, 'PUBLISHED' from rate_snapshot order by as_of desc limit 1`,
)

/** Publishes rates and waits until the cached rate table, at most a second old, has expired. */
export async function publishRates(world: World, rates: Record<string, string>): Promise<void> {
  await world.db.rows(publish, [world.clock.now(), JSON.stringify(rates)])
  await new Promise((resolve) => setTimeout(resolve, 1_100))
}

const wrongExposure = statement<{ scope: string; booked: bigint; counted: bigint; promised: bigint }>(
  'test_wrong_exposure',
  `select scope, sum(booked)::bigint as booked, sum(counted)::bigint as counted, sum(promised)::bigint as promised from (
     select 'currency:' || a.currency as scope, sum(e.amount_minor) as booked, 0 as counted, 0 as promised, 0 as cents
       from ledger_entry e join ledger_account a on a.id = e.account_id where a.code = 'quote_exposure' group by 1
     union all
     select 'currency:' || currency, 0, 0, sum(amount_hundredths), sum(receiver_minor)
       from quote where state in ('OPEN', 'HELD') group by 1
     union all
     select 'merchant:' || merchant_id, 0, 0, 0, sum(receiver_minor) from quote where state in ('OPEN', 'HELD') group by 1
     union all
     select scope, 0, promised_minor, 0, 0 from quote_exposure) sums
   group by scope having sum(booked) <> sum(promised) or sum(counted) <> sum(cents)`,
)

/** The exposure in the ledger and in the counters is that of the quotes that are open or kept by held transfers. */
export async function exposureAddsUp(world: Pick<World, 'db'>): Promise<void> {
  assert.deepEqual(await world.db.rows(wrongExposure), [])
}

const readQuote = statement<{
  state: string
  transfer_id: bigint | null
  market_minor: bigint | null
  customer_number: string | null
}>(
  'test_read_quote',
  'select state, transfer_id, market_minor, customer_number from quote where quote_id = $1',
)
export const quoteRow = async (world: Pick<World, 'db'>, quoteId: string) =>
  (await world.db.rows(readQuote, [quoteId]))[0]

const setTerms = statement(
  'test_set_quote_terms',
  'update merchant set quote_seconds = $2, quote_exposure_limit_minor = $3 where merchant_code = $1',
)
export const setQuoteTerms = (
  world: Pick<World, 'db'>,
  code: string,
  { seconds = 600, limit = 1_000_000n }: { seconds?: number; limit?: bigint },
) => world.db.rows(setTerms, [code, seconds, limit])
