// The backlog of a worker: merchants, their endpoints, and due events.
import { randomBytes } from 'node:crypto'
import { registerMerchant } from '../../../../server/merchants/identity/register.ts'
import type { Database } from '../../../../server/platform/database/database.ts'
import { openSecrets } from '../../../../server/platform/secrets.ts'
import { systemClock } from '../../../../server/platform/time/clock.ts'
import { endpointOf } from '../../../../server/webhooks/enqueue-webhook.ts'
import type { Target } from './sender.ts'

/** The body of a payment event of usual length. */
export const usualBody = JSON.stringify({
  status: 'SUCCESS',
  reference: 'INV-2041',
  amount: '25.50',
  currency: 'USD',
  decision: 'ACCEPT',
  message: '',
  transaction_uuid: '019f3c2e-8a41-7bb2-9d0e-5a6f3c1b2d4e',
  cs_payment_id: '7321098456123456789012',
  auth_cavv_result: '2',
  customer_name: 'Grâce Mukendi',
  customer_email: 'grace@example.com',
  cavv_message: '',
  card_type: '001',
  card_last4: '4242',
  card_expiry_date: '12-2030',
  card_bin_country: 'US',
  card_issuer: 'Sandbox Bank',
  card_scheme: 'VISA',
})

const merchantByCode = {
  name: 'bench_merchant',
  text: 'select id, callback_secret_sealed as sealed from merchant where merchant_code = $1',
}

/** Registers merchants with this many endpoints each, all at addresses of this machine. */
export async function openTargets(
  { db, masterKey }: { db: Database; masterKey: Buffer },
  { port, merchants, endpoints }: { port: number; merchants: number; endpoints: number },
): Promise<Target[]> {
  const needs = { db, secrets: openSecrets(masterKey), clock: systemClock, merchantPrefix: 'LKT' }
  const targets: Target[] = []
  for (let i = 0; i < merchants; i++) {
    const email = `${randomBytes(6).toString('hex')}@example.com`
    const { merchant_code } = await registerMerchant(
      // No user signs in with these.
      { ...needs, hash: async () => '' },
      { name: `Bench ${i}`, email, environment: 'sandbox' },
    )
    const [row] = await db.rows<{ id: bigint; sealed: Buffer }>(merchantByCode, [merchant_code])
    for (let j = 0; j < endpoints; j++)
      targets.push({
        merchantId: String(row!.id),
        url: `http://127.0.0.${1 + i * endpoints + j}:${port}/webhooks/likuta`,
        sealed: row!.sealed.toString('base64'),
      })
  }
  return targets
}

const fill = {
  name: 'bench_events',
  text: `insert into webhook_event (event_id, merchant_id, environment, subject, event_type, dedupe_key, url, endpoint,
                                    signed, body, next_attempt_at, created_at)
         select uuidv7(), t.merchant_id, 'sandbox', 'bench:' || n, 'PAYMENT', gen_random_uuid(), t.url, t.endpoint, true, $2, $3, $3
           from generate_series(0, $4::integer - 1) n
           join json_to_recordset($1) as t (place integer, merchant_id bigint, url text, endpoint text)
             on t.place = n % json_array_length($1)
          order by n`,
}

/** Events for each target in turn, all due now. */
export async function fillBacklog(db: Database, targets: Target[], events: number): Promise<void> {
  const rows = targets.map(({ merchantId, url }, place) => {
    return { place, merchant_id: merchantId, url, endpoint: endpointOf(BigInt(merchantId), url) }
  })
  await db.rows(fill, [JSON.stringify(rows), usualBody, systemClock.now(), events])
  // The state that autovacuum soon creates in any table that grew this much.
  await db.rows({ name: 'bench_analyze', text: 'vacuum (analyze) webhook_event' })
}

/** Removes all events, and everything recorded about endpoints. */
export async function clearBacklog(db: Database): Promise<void> {
  await db.rows({
    name: 'bench_clear',
    text: 'truncate webhook_attempt, webhook_breaker, webhook_event, webhook_forward, day_count_change',
  })
}

const states = {
  name: 'bench_states',
  text: `select count(*) filter (where state = 'DELIVERED')::integer as delivered,
                (select count(*)::integer from webhook_attempt) as attempts from webhook_event`,
}

export async function deliveredOf(db: Database): Promise<{ delivered: number; attempts: number }> {
  const [row] = await db.rows<{ delivered: number; attempts: number }>(states)
  return row!
}
