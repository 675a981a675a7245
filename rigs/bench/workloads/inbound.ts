// Accepting transfers: validation, screening, a reservation on a wallet, all on disk before the response. Names are
// not looked up, because that would measure an operator.
import { randomUUID } from 'node:crypto'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import type { Bed, Outgoing, Workload } from './workload.ts'

export const manyWallets = 1_000

/** All on the wallet of one merchant. */
export const inboundOneWallet: Workload = {
  name: 'inbound-one-wallet',
  concurrency: [64, 1],
  async prepare(bed) {
    const codes = await richMerchants(bed, 1)
    return (n) => transfer(bed, codes[n % codes.length]!)
  },
}

/** The same spread over the wallets of many. */
export const inboundManyWallets: Workload = {
  name: 'inbound-many-wallets',
  concurrency: [64],
  async prepare(bed) {
    const codes = await richMerchants(bed, manyWallets)
    return (n) => transfer(bed, codes[n % codes.length]!)
  },
}

const copyMerchants = {
  name: 'copy_merchants',
  text: `with made as (
    insert into merchant (merchant_code, name, email, environment, merchant_secret_hash, callback_secret_sealed, created_at)
    select 'BEN-' || lpad(upper(to_hex(n / 65536)), 4, '0') || '-' || lpad(upper(to_hex(n % 65536)), 4, '0'), name,
           'bench-' || n || '-' || $3 || '@example.com', 'sandbox', merchant_secret_hash, callback_secret_sealed, created_at
      from merchant, generate_series($2::int, $2::int + $4::int - 1) n where merchant_code = $1
    returning id, merchant_code
  ), funded as (
    insert into wallet (merchant_id, environment, currency, available_minor) select id, 'sandbox', 'USD', 1000000000000 from made
  )
  select merchant_code from made`,
}
let made = 1

/** Funded merchants with the same secret as the main one; their funds are not in the ledger. */
export async function richMerchants(
  { db, merchant }: Pick<Bed, 'db' | 'merchant'>,
  count: number,
): Promise<string[]> {
  const values = [merchant.merchant_code, made, randomUUID(), count]
  made += count
  const rows = await db.rows<{ merchant_code: string }>(copyMerchants, values)
  return rows.map(({ merchant_code }) => merchant_code)
}

export function transfer({ merchant }: Pick<Bed, 'merchant'>, code: string): Outgoing {
  return transferRequest(merchant, code, { ...exampleTransfer, reference: randomUUID() })
}

/** @param code of a merchant with the main merchant's secret. */
export function transferRequest({ merchant_secret }: Credentials, code: string, body: object): Outgoing {
  return {
    method: 'POST',
    path: '/api/v1/remittance/inbound',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${code}:${merchant_secret}`).toString('base64')}`,
      'x-skip-name-check': 'true',
    },
    body: Buffer.from(JSON.stringify(body)),
  }
}
