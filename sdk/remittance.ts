// Transfers to mobile-money wallets, and the merchant's wallet that funds them.
import { type Batches, openBatches } from './batches.ts'
import {
  type Authentication,
  type CallOptions,
  type KeyedOptions,
  keyed,
  pathOf,
  type Send,
} from './http/call.ts'
import { type Page, type Pages, pagesOf } from './pages.ts'
import type { Receipt } from './types/receipts.ts'
import type {
  AcceptedTransfer,
  Account,
  AccountQuery,
  Balance,
  Health,
  InboundRequest,
  LiveRate,
  PhoneCheck,
  Quote,
  QuoteRequest,
  RateTable,
  RemainingLimits,
  Settlement,
  Timeline,
  Transfer,
  TransferCheck,
  TransferQuery,
  TransferRequirements,
  TransferWithOutcome,
  WalletEntry,
} from './types/remittance.ts'

export type InboundOptions = KeyedOptions & {
  /** Sandbox merchants only: skips the comparison with the name of the wallet. */
  skipNameCheck?: boolean
}

export type Remittance = {
  /** Sends money. The same reference with the same fields is one transfer, however often it is sent. */
  inbound(transfer: InboundRequest, options?: InboundOptions): Promise<AcceptedTransfer>
  /** Checks a transfer without sending it: what would become of it, with every fault. */
  check(transfer: InboundRequest, options?: InboundOptions): Promise<TransferCheck>
  /** What a transfer must have, as JSON Schema, and what the next release will require. */
  requirements(options?: CallOptions): Promise<TransferRequirements>
  /** Promises rate and fee for some minutes. Send `quote_id` with the transfer. @throws ConflictError at the limit of unused quotes */
  quote(wanted: QuoteRequest, options?: KeyedOptions): Promise<Quote>
  /** By your reference or our id. @throws NotFoundError */
  status(
    by: { reference: string } | { transaction_id: string },
    options?: CallOptions,
  ): Promise<TransferWithOutcome>
  /** The events of a transfer, oldest first. @throws NotFoundError */
  timeline(reference: string, options?: CallOptions): Promise<Timeline>
  /** The signed receipt of a transfer that was paid. @throws NotFoundError; ConflictError for any other transfer. */
  receipt(reference: string, options?: CallOptions): Promise<Receipt>
  /** Newest first. */
  transactions(query?: TransferQuery, options?: CallOptions): Pages<Transfer>
  /** The holder of a wallet, according to the operator. @throws NotFoundError */
  accountLookup(query: AccountQuery, options?: CallOptions): Promise<Account>
  /** Describes a phone number and says whether it is blacklisted, without calling an operator. */
  kyc(phone: string, options?: CallOptions): Promise<PhoneCheck>
  /** What is left of the limits of a sender's document, a number, or both together. */
  limits(
    query: { sender_document_number?: string; customer_number?: string },
    options?: CallOptions,
  ): Promise<RemainingLimits>
  balance(options?: CallOptions): Promise<Balance>
  /** Entries of the wallet, newest first. */
  walletHistory(query?: { limit?: number }, options?: CallOptions): Pages<WalletEntry>
  /** Daily settlements, newest first. */
  settlements(query?: Pick<TransferQuery, 'from' | 'to' | 'limit'>, options?: CallOptions): Pages<Settlement>
  /** The rate table, updated every six hours. */
  rates(options?: CallOptions): Promise<RateTable>
  /** Calls the rate provider each time, so do not use it for every page or balance. */
  liveRate(currency: string, options?: CallOptions): Promise<LiveRate>
  /** A degraded service responds too: read `status`. */
  health(options?: CallOptions): Promise<Health>
  /** Many transfers by file. */
  batches: Batches
  sandbox: {
    /** Adds test money, at most 10,000.00 per call. */
    topUp(amount: number, options?: KeyedOptions): Promise<Balance>
  }
}

const base = '/api/v1/remittance'

type Range = { page: number; limit: number }

export function openRemittance(send: Send): Remittance {
  async function read<Data>(
    path: string,
    query: object = {},
    options: CallOptions = {},
    authentication: Authentication = 'basic',
  ): Promise<Data> {
    const call = { method: 'GET' as const, path: base + path, query, authentication, options }
    return send<Data>({ ...call, safeBecause: 'read' })
  }

  const list = <Item>(path: string, query: { limit?: number } = {}, options?: CallOptions) =>
    pagesOf((range: Range) => read<Page<Item>>(path, { ...query, ...range }, options), query.limit)

  const post = { method: 'POST' as const, authentication: 'basic' as const }

  return {
    async inbound(body, { skipNameCheck, ...options } = {}) {
      const headers = skipNameCheck ? { 'X-Skip-Name-Check': 'true' } : {}
      const call = { ...post, path: `${base}/inbound`, body, headers, options }
      return send<AcceptedTransfer>({ ...call, safeBecause: 'reference' })
    },
    async check(body, { skipNameCheck, ...options } = {}) {
      const headers = { 'X-Check-Only': 'true', ...(skipNameCheck && { 'X-Skip-Name-Check': 'true' }) }
      const call = { ...post, path: `${base}/inbound`, body, headers, options }
      return send<TransferCheck>({ ...call, safeBecause: 'read' })
    },
    requirements: (options) => read('/requirements', {}, options, 'none'),
    quote: async (body, options) => send<Quote>({ ...post, path: `${base}/quotes`, body, ...keyed(options) }),
    status: (by, options) => read('/transaction/status', by, options),
    timeline: (reference, options) => read(pathOf`/transactions/${reference}/timeline`, {}, options),
    receipt: (reference, options) => read('/receipt', { reference }, options),
    transactions: (query, options) => list('/transactions', query, options),
    accountLookup: (query, options) => read('/account-lookup', query, options),
    kyc: (phone, options) => read('/kyc', { phone }, options),
    limits: (query, options) => read('/limits', query, options),
    balance: (options) => read('/balance', {}, options),
    walletHistory: (query, options) => list('/wallet/history', query, options),
    settlements: (query, options) => list('/settlement/list', query, options),
    rates: (options) => read('/rate', {}, options, 'none'),
    liveRate: (currency, options) => read('/rate/live', { currency }, options),
    health: (options) =>
      send({
        method: 'GET',
        path: `${base}/health`,
        authentication: 'none',
        safeBecause: 'read',
        acceptedStatuses: [503],
        whole: true,
        options,
      }),
    batches: openBatches(send),
    sandbox: {
      async topUp(amount, options) {
        const call = { ...post, path: `${base}/sandbox/topup`, body: { amount }, ...keyed(options) }
        return send<Balance>(call)
      },
    },
  }
}
