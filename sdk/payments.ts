// Card payments: orders with a hosted page, their status, payment links, and custom checkout.

import {
  openCheckoutProxy,
  type ProxyOptions,
  type ProxyRequest,
  type ProxyResponse,
} from './checkout-proxy.ts'
import { type CustomCheckout, openCustomCheckout } from './custom-checkout.ts'
import { type Disputes, openDisputes } from './disputes.ts'
import { type CallOptions, type KeyedOptions, keyed, pathOf, type Send } from './http/call.ts'
import type { Settings } from './http/options.ts'
import { type Page, type Pages, pagesOf } from './pages.ts'
import { openRefundBatches, type RefundBatches } from './refund-batches.ts'
import { type Invoices, openStatements, type Statements } from './statements.ts'
import type { BalanceTransaction, BalanceTransactionQuery, CardBalance } from './types/balance.ts'
import type {
  MadeLink,
  Order,
  OrderRequest,
  PaymentLink,
  PaymentLinkRequest,
  PaymentStatus,
} from './types/payments.ts'
import type { Payout, PayoutDetail, PayoutQuery, PayoutRequest } from './types/payouts.ts'
import type { LinkReceipt, Receipt } from './types/receipts.ts'
import type { NewRefundRequest, RefundRequest } from './types/self-service.ts'

export type Payments = {
  orders: {
    /** Creates an order to be paid on the page at `links`. Retries of one call make one order; two calls make two. */
    create(order: OrderRequest, options?: KeyedOptions): Promise<Order>
  }
  /** Current status of a payment. Rely on the webhook, and call this when it is late. @throws NotFoundError */
  status(transactionUuid: string, options?: CallOptions): Promise<PaymentStatus>
  /** The signed receipt of a payment that was completed. @throws NotFoundError; ConflictError for any other payment. */
  receipt(transactionUuid: string, options?: CallOptions): Promise<Receipt>
  links: {
    create(link: PaymentLinkRequest, options?: KeyedOptions): Promise<PaymentLink>
    /** @throws NotFoundError */
    read(code: string, options?: CallOptions): Promise<PaymentLink>
    /**
     * Up to 5,000 at once, all or none. The same rows again within 30 days are the first links, unless one of them was cancelled.
     * @throws ValidationError that names row and field.
     */
    createMany(rows: readonly PaymentLinkRequest[], options?: KeyedOptions): Promise<MadeLink[]>
    /** Newest first. */
    list(options?: CallOptions & { limit?: number; group?: string }): Pages<PaymentLink>
    /** A CSV file with who has paid what of a group. @throws NotFoundError */
    groupFile(group: string, options?: CallOptions): Promise<Uint8Array>
    /** An order for a part, or for an amount of the payer's choice. @throws NotFoundError; ConflictError when more than remains. */
    order(code: string, order: OrderRequest, options?: KeyedOptions): Promise<Order>
    /** The signed receipt over all parts. @throws NotFoundError; ConflictError before the total was paid. */
    receipt(code: string, options?: CallOptions): Promise<LinkReceipt>
    /** @throws NotFoundError; ConflictError when the link has already ended. */
    cancel(code: string, options?: KeyedOptions): Promise<PaymentLink>
  }
  balance: {
    /** What you are owed for card payments, one balance per currency. */
    read(options?: CallOptions): Promise<CardBalance[]>
    /** The transactions that the balance consists of, newest first. */
    transactions(query?: BalanceTransactionQuery, options?: CallOptions): Pages<BalanceTransaction>
  }
  payouts: {
    /** Pays available card money to one of your destinations. A reference is paid once, however often it is sent. */
    create(payout: PayoutRequest, options?: CallOptions): Promise<Payout>
    /** With its history. @throws NotFoundError */
    read(payoutId: string, options?: CallOptions): Promise<PayoutDetail>
    /** Newest first. */
    list(query?: PayoutQuery, options?: CallOptions): Pages<Payout>
    /** @throws NotFoundError; ConflictError once it was sent. */
    cancel(payoutId: string, options?: CallOptions): Promise<Payout>
  }
  statements: Statements
  invoices: Invoices
  /** With an API key that has the scope `refund`. A session of self-service also lists and withdraws requests. */
  refundRequests: {
    /**
     * Requests the refund of a payment: by default of all that remains. It waits for an admin, unless the merchant may refund
     * by itself: then the payment is refunded at once.
     * @throws NotFoundError; ConflictError while another request is open; PermissionError without the scope.
     */
    create(transactionUuid: string, request: NewRefundRequest, options?: KeyedOptions): Promise<RefundRequest>
  }
  refundBatches: RefundBatches
  disputes: Disputes
  checkout: CustomCheckout & {
    /** The handler of the address that likuta.js calls from your page. */
    proxy(options: ProxyOptions): (request: ProxyRequest) => Promise<ProxyResponse>
  }
}

const links = '/api/v1/payment-links'
const balance = '/api/v1/payment/balance'
const payouts = '/api/v1/payment/payouts'

export function openPayments(send: Send, settings: Settings): Payments {
  const signed = { authentication: 'signature' as const }
  const read = { ...signed, safeBecause: 'read' as const }

  async function post<Data>(path: string, body: object | undefined, options?: KeyedOptions): Promise<Data> {
    const call = { ...signed, method: 'POST' as const, path, ...(body && { body }), ...keyed(options) }
    return send<Data>(call)
  }

  const status: Payments['status'] = async (transactionUuid, options) => {
    const body = { transaction_uuid: transactionUuid }
    return send<PaymentStatus>({ ...read, method: 'POST', path: '/api/v1/payment/status', body, options })
  }
  const checkout = openCustomCheckout(send)

  return {
    orders: { create: (order, options) => post('/api/v1/payment/orders', order, options) },
    status,
    async receipt(transactionUuid, options) {
      const path = pathOf`/api/v1/payment/${transactionUuid}/receipt`
      return send<Receipt>({ ...read, method: 'GET', path, options })
    },
    links: openLinks(send, post),
    balance: {
      async read(options) {
        const call = { ...read, method: 'GET' as const, path: balance, options }
        return (await send<{ balances: CardBalance[] }>(call)).balances
      },
      transactions: ({ limit, ...filters } = {}, options = {}) =>
        pagesOf(async (range) => {
          const query = { ...filters, ...range }
          const call = { ...read, method: 'GET' as const, path: `${balance}/transactions`, query, options }
          return send<Page<BalanceTransaction>>(call)
        }, limit),
    },
    payouts: openPayouts(send),
    ...openStatements(send),
    refundRequests: {
      create: async (transactionUuid, request, options) =>
        post<RefundRequest>(pathOf`/api/v1/payment/${transactionUuid}/refund-requests`, request, options),
    },
    refundBatches: openRefundBatches(send),
    disputes: openDisputes(send),
    checkout: { ...checkout, proxy: (options) => openCheckoutProxy({ checkout, status, settings }, options) },
  }
}

type Post = <Data>(path: string, body: object | undefined, options?: KeyedOptions) => Promise<Data>

function openLinks(send: Send, post: Post): Payments['links'] {
  const read = { authentication: 'signature' as const, safeBecause: 'read' as const }
  return {
    create: (link, options) => post(links, link, options),
    async read(code, options) {
      const path = links + pathOf`/${code}`
      return send<PaymentLink>({ ...read, method: 'GET', path, options })
    },
    async createMany(rows, options) {
      return (await post<{ items: MadeLink[] }>(`${links}/batch`, { rows }, options)).items
    },
    list: ({ limit, group, ...options } = {}) =>
      pagesOf(async (range) => {
        const query = { ...range, ...(group !== undefined && { group }) }
        return send<Page<PaymentLink>>({ ...read, method: 'GET', path: links, query, options })
      }, limit),
    async groupFile(group, options) {
      const path = `${links}/groups${pathOf`/${group}`}.csv`
      return send<Uint8Array>({ ...read, method: 'GET', path, options, file: true })
    },
    order: (code, order, options) => post(links + pathOf`/${code}/orders`, order, options),
    async receipt(code, options) {
      const path = links + pathOf`/${code}/receipt`
      return send<LinkReceipt>({ ...read, method: 'GET', path, options })
    },
    cancel: (code, options) => post(links + pathOf`/${code}/cancel`, undefined, options),
  }
}

function openPayouts(send: Send): Payments['payouts'] {
  const signed = { authentication: 'signature' as const }
  const read = { ...signed, method: 'GET' as const, safeBecause: 'read' as const }
  const post = { ...signed, method: 'POST' as const, safeBecause: 'reference' as const }
  return {
    create: async (body, options) => send<Payout>({ ...post, path: payouts, body, options }),
    async read(payoutId, options) {
      return send<PayoutDetail>({ ...read, path: payouts + pathOf`/${payoutId}`, options })
    },
    list: ({ limit, ...filters }: PayoutQuery = {}, options = {}) =>
      pagesOf(async (range) => {
        const query = { ...filters, ...range }
        return send<Page<Payout>>({ ...read, path: payouts, query, options })
      }, limit),
    // A cancelled payout stays cancelled, so the call may be repeated.
    async cancel(payoutId, options) {
      return send<Payout>({ ...post, path: payouts + pathOf`/${payoutId}/cancel`, options })
    },
  }
}
