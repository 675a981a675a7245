// What tests do with transfers through the merchant's own API, and the checks of their money.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import type { OperatorCode } from '../../../server/kernel/operators.ts'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { statement } from '../../../server/platform/database/database.ts'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'
import { callbackUrl } from '../../../server/remittance/payouts/payout.ts'
import { eventually } from '../http/eventually.ts'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import { inboundBody } from '../world/bodies.ts'
import type { World } from '../world/world.ts'
import { call, type Member, signedIn } from './self-service.ts'

type Options = { headers?: Record<string, string>; rawBody?: Buffer | string }

export type WalletLine = {
  id: string
  kind: string
  amount: number
  balance_after: number
  reference: string
}

export type Transfers = {
  as: Credentials
  /** An authenticated GET; the path begins after `/api/v1/remittance`. */
  get(path: string, options?: Options): Promise<ApiResponse>
  inbound(overrides?: Record<string, unknown>, options?: Options): Promise<ApiResponse>
  /** The same for a transfer that must be accepted: `data` of the response. */
  accepted(overrides?: Record<string, unknown>, options?: Options): Promise<any>
  status(reference: string): Promise<any>
  /** Waits until the transfer is in this status. */
  reaches(reference: string, status: string): Promise<any>
  timeline(reference: string): Promise<{ at: string; kind: string; detail: string }[]>
  kinds(reference: string): Promise<string[]>
  balance(): Promise<{ available: number; reserved: number; total: number }>
  /** All lines of the wallet, oldest first. */
  lines(): Promise<WalletLine[]>
  /** A callback URL of the test receiver, and what it has received, oldest first. */
  callbackUrl(channel: string): string
  callbacks(channel: string): Promise<{ headers: Record<string, string>; body: any }[]>
}

const base = '/api/v1/remittance'

/** @param as the merchant; that of the world by default. */
export function transfersOf(world: World, as: Credentials = world.merchant): Transfers {
  const get: Transfers['get'] = (path, options = {}) =>
    world.basic('GET', base + path, undefined, { as, ...options })
  const data = async (path: string) => {
    const response = await get(path)
    assert.equal(response.status, 200, `${path}: ${response.text}`)
    return response.body.data
  }
  const inbound: Transfers['inbound'] = (overrides = {}, options = {}) =>
    world.basic('POST', `${base}/inbound`, inboundBody(overrides), { as, ...options })
  const status = (reference: string) => data(`/transaction/status?reference=${encodeURIComponent(reference)}`)
  const timeline = async (reference: string) =>
    (await data(`/transactions/${encodeURIComponent(reference)}/timeline`)).events
  return {
    as,
    get,
    inbound,
    async accepted(overrides, options) {
      const response = await inbound(overrides, options)
      assert.equal(response.status, 200, response.text)
      return response.body.data
    },
    status,
    async reaches(reference, wanted) {
      return eventually(`${reference} is ${wanted}`, async () => {
        const found = await status(reference)
        return found.status === wanted && found
      })
    },
    timeline,
    kinds: async (reference) => (await timeline(reference)).map(({ kind }: { kind: string }) => kind),
    balance: () => data('/balance'),
    async lines() {
      const lines: WalletLine[] = []
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { items, pagination } = await data(`/wallet/history?limit=100&page=${page}`)
        lines.push(...items)
        pages = pagination.pages
      }
      return lines.reverse()
    },
    callbackUrl: (channel) => `${world.url}/api/v1/test/test-callback?channel=${channel}`,
    async callbacks(channel) {
      const response = await fetch(`${world.url}/api/v1/test/test-callback/history?channel=${channel}`)
      return ((await response.json()) as any).data.items.reverse()
    },
  }
}

const ledgerOf = statement<{ code: string; minor: bigint }>(
  'test_ledger_of_wallet',
  `select a.code, -sum(e.amount_minor)::bigint as minor
     from merchant m join ledger_account a on a.merchant_id = m.id join ledger_entry e on e.account_id = a.id
    where m.merchant_code = $1 and a.code in ('wallet_available', 'wallet_reserved') group by a.code`,
)

const cents = (amount: number) => BigInt(Math.round(amount * 100))

/**
 * Asserts that every line follows from the one before it, that the last is the balance, and that the ledger equals
 * the wallet.
 */
export async function walletAddsUp(world: World, transfers: Transfers): Promise<void> {
  const [lines, balance] = [await transfers.lines(), await transfers.balance()]
  let before = 0n
  for (const { kind, amount, balance_after } of lines) {
    assert.equal(cents(balance_after), before + cents(amount), `${kind} ${amount}`)
    before = cents(balance_after)
  }
  assert.equal(cents(balance.available), before)
  assert.equal(cents(balance.total), cents(balance.available) + cents(balance.reserved))
  const ledger = new Map(
    (await world.db.rows(ledgerOf, [transfers.as.merchant_code])).map(({ code, minor }) => [code, minor]),
  )
  assert.equal(ledger.get('wallet_available') ?? 0n, cents(balance.available))
  assert.equal(ledger.get('wallet_reserved') ?? 0n, cents(balance.reserved))
}

/** Waits until operators have no pending work, their callbacks are applied, and merchants are notified. */
export async function allIsQuiet(world: World): Promise<void> {
  await eventually('all is quiet', async () => {
    if ((await world.operatorBooks('msisdn=none')).pending_work > 0) return false
    const [open] = await world.db.rows(countOpen)
    return open?.count === 0n
  })
}
const countOpen = statement<{ count: bigint }>(
  'test_count_open_news',
  `select (select count(*) from operator_callback where state = 'new')
        + (select count(*) from webhook_event where state = 'PENDING')
        + (select count(*) from message where state = 'QUEUED') as count`,
)

/** The callback address that was given to an operator. */
export function operatorAddress({ system }: World, operator: OperatorCode): string {
  const { secrets, settings } = system
  return new URL(callbackUrl({ secrets, baseUrl: settings.BASE_URL }, 'sandbox', operator)).pathname
}

/**
 * Sends a callback about a payout as Airtel would, with Airtel's signature.
 * @param secret what the sandbox was opened with.
 * @param statusCode TS for success, TF for failure, TR for reversed.
 */
export async function airtelReports(
  world: World,
  secret: string,
  payout: { reference: string; upstream_id: string },
  statusCode: 'TS' | 'TF' | 'TR',
  path = operatorAddress(world, 'airtel'),
): Promise<ApiResponse> {
  const { reference: id, upstream_id: airtel_money_id } = payout
  const transaction = JSON.stringify({ id, message: '', status_code: statusCode, airtel_money_id })
  const hash = createHmac('sha256', secret).update(`{"transaction":${transaction}}`).digest('base64')
  const body = Buffer.from(`{"transaction":${transaction},"hash":"${hash}"}`)
  return send(world.url, 'POST', path, body, { 'content-type': 'application/json' })
}

// Batches of transfers.

export const batchesPath = '/api/v1/remittance/batches'

export const rowOf = (reference: string, fields: Record<string, unknown> = {}) => ({
  ...exampleTransfer,
  reference,
  ...fields,
})

export type Batches = {
  as: Credentials
  owner: Member
  /** @returns the id of a batch of these rows. */
  uploaded(rows: unknown): Promise<string>
  /** The same, once a person has confirmed it with the figures of its check. */
  confirmed(rows: unknown): Promise<string>
  read(batchId: string): Promise<any>
  /** Waits until the batch is in this state. */
  reaches(batchId: string, state: string): Promise<any>
  rows(batchId: string, query?: string): Promise<any[]>
  act(batchId: string, name: string): Promise<ApiResponse>
  confirm(who: Member, batchId: string, body: object, headers?: Record<string, string>): Promise<ApiResponse>
}

/** A new merchant with this balance, and an owner who is signed in. */
export async function batchesOf(world: World, balance = '100.00'): Promise<Batches> {
  const as = await world.register({ name: 'ONG Mwangaza' })
  if (balance !== '0') await world.topUp(balance, as)
  const owner = await signedIn(world, as)
  const data = (response: ApiResponse) => {
    assert.equal(response.status, 200, response.text)
    return response.body.data
  }
  const get = async (path: string) => data(await world.basic('GET', batchesPath + path, undefined, { as }))
  const read = (batchId: string) => get(`/${batchId}`)
  const reaches: Batches['reaches'] = (batchId, state) =>
    eventually(`the batch is ${state}`, async () => {
      const batch = await read(batchId)
      return batch.state === state && batch
    })
  const confirm: Batches['confirm'] = (who, batchId, body, headers = {}) =>
    call(world, 'POST', `batches/${batchId}/confirm`, { token: who.token, body, headers })
  const uploaded: Batches['uploaded'] = async (rows) =>
    data(await world.basic('POST', `${batchesPath}?name=Salaries`, { rows }, { as })).batch_id
  return {
    ...{ as, owner, uploaded, read, reaches, confirm },
    async confirmed(rows) {
      const id = await uploaded(rows)
      const { counts, total_debit: total } = await reaches(id, 'CHECKED')
      data(await confirm(owner, id, { count: counts.ready, total, skip_faulty: true }))
      return id
    },
    rows: async (batchId, query = '') => (await get(`/${batchId}/rows?limit=100${query}`)).items,
    act: (batchId, name) => world.basic('POST', `${batchesPath}/${batchId}/${name}`, undefined, { as }),
  }
}
