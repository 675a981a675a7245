// Operator callbacks on payouts: verified by signature, stored before the response, and applied by the worker at
// the same time: the transfer ends, its wallet, the ledger and the timeline are updated, and a webhook is enqueued.
import { randomUUID } from 'node:crypto'
import { callbackHash } from '../../../sandbox/operators/airtel/security.ts'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import { callbackUrl } from '../../../server/remittance/payouts/payout.ts'
import { transferRequest } from './inbound.ts'
import { stockOf, stockSize } from './one-at-a-time.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

export const callback: Workload = {
  name: 'callback',
  concurrency: [64, 1],
  async prepare(bed, options) {
    const model = await acceptedTransfer(bed)
    const stock = stockOf((count) => reports(bed, model, count), {
      name: 'callback',
      size: stockSize(15_000, options),
    })
    const isDone = async () => (await bed.db.rows<{ open: number }>(openCallbacks))[0]?.open === 0
    return { ...stock, isComplete: isDone }
  },
}

const openCallbacks = {
  name: 'bench_open_callbacks',
  text: `select count(*)::integer as open from operator_callback where state = 'new'`,
}

const fund = {
  name: 'bench_fund',
  text: `insert into wallet (merchant_id, environment, currency, available_minor)
         select id, 'sandbox', 'USD', 1000000000000 from merchant where merchant_code = $1
         on conflict (merchant_id, environment, currency) do update set available_minor = excluded.available_minor`,
}

/** One transfer through the API; the others are copies of it. @returns its transaction id. */
async function acceptedTransfer(bed: Bed): Promise<string> {
  await bed.db.rows(fund, [bed.merchant.merchant_code])
  const body = { ...exampleTransfer, customer_number: '+243990000001', reference: randomUUID() }
  const { data } = (await bed.send(transferRequest(bed.merchant, bed.merchant.merchant_code, body))) as {
    data: { transaction_id: string }
  }
  return data.transaction_id
}

/** The original payout was called and acknowledged long before any inquiry is due, and so were its copies. */
const dispatchMore = {
  name: 'bench_dispatch_more',
  text: `with model as (
    select t.*, o.queue, o.fingerprint as asked from transfer t join operation o on o.transfer_id = t.id where t.transaction_id = $1
  ), wallets as (
    update wallet w set available_minor = w.available_minor - (m.receiver_minor + m.fee_minor) * $2::integer,
                        reserved_minor = w.reserved_minor + (m.receiver_minor + m.fee_minor) * $2::integer
      from model m where w.merchant_id = m.merchant_id and w.environment = m.environment
  ), made as (
    insert into transfer (transaction_id, merchant_id, environment, reference, status, fingerprint, first_response, operator,
                          customer_number, subscriber_name, amount_hundredths, currency, receiver_minor, receiver_currency, fee_minor,
                          rate_micros, rate_as_of, rate_source, callback_url, parties_sealed, created_at)
    select 'IMT-IN-' || upper(substr(md5(gen_random_uuid()::text), 1, 16)), merchant_id, environment, gen_random_uuid(), 'Submitted',
           fingerprint, first_response, operator, customer_number, subscriber_name, amount_hundredths, currency, receiver_minor,
           receiver_currency, fee_minor, rate_micros, rate_as_of, rate_source, callback_url, parties_sealed, created_at
      from model, generate_series(1, $2::integer)
    returning id
  ), ids as (
    select id as transfer_id, uuidv7() as id from made
  )
  insert into operation (id, kind, state, transfer_id, queue, upstream_ref, fingerprint, amount_minor, currency, attempts, created_at,
                         next_check_at, dispatched_at, sent_by, acknowledged)
  select i.id, 'payout', 'unknown', i.transfer_id, m.queue, i.id::text, m.asked, m.receiver_minor, 'USD', 1, m.created_at,
         m.created_at + interval '1 day', m.created_at, 'bench', true
    from ids i, model m
  returning upstream_ref as reference`,
}

/** This many at a time take less than the statement timeout. */
const atOnce = 2_000

async function reports(bed: Bed, model: string, count: number): Promise<Outgoing[]> {
  const rows: { reference: string }[] = []
  while (rows.length < count)
    rows.push(
      ...(await bed.db.rows<{ reference: string }>(dispatchMore, [
        model,
        Math.min(atOnce, count - rows.length),
      ])),
    )
  const { pathname: path } = new URL(
    callbackUrl({ secrets: bed.secrets, baseUrl: 'http://localhost' }, 'sandbox', 'airtel'),
  )
  return rows.map(({ reference }) => report(bed, path, reference))
}

/** Written and signed as the operator's simulator does it. */
function report({ simulators }: Bed, path: string, id: string): Outgoing {
  const transaction = {
    ...{ id, message: 'Paid USD 1.00 to 990000001', status_code: 'TS' },
    airtel_money_id: `MP${id.replaceAll('-', '').slice(-18)}`,
  }
  const hash = callbackHash(simulators.operatorSecret, transaction)
  const headers = { 'content-type': 'application/json' }
  return { method: 'POST', path, headers, body: Buffer.from(JSON.stringify({ transaction, hash })) }
}
