// Statements of card money, and the invoices of its fees.
import { type CallOptions, pathOf, type Send } from './http/call.ts'
import { type Page, type Pages, pagesOf } from './pages.ts'
import type {
  FeeInvoice,
  FeeInvoiceQuery,
  FeeInvoiceSummary,
  Statement,
  StatementFileQuery,
  StatementQuery,
} from './types/statements.ts'

export type Statements = {
  /** The opening balance, each transaction and the closing balance of a month or a day. */
  read(query: StatementQuery, options?: CallOptions): Promise<Statement>
  /** The same as a file. */
  download(query: StatementFileQuery, options?: CallOptions): Promise<Uint8Array>
}

export type Invoices = {
  /** One for each currency and month with fees, newest first. */
  list(query?: FeeInvoiceQuery, options?: CallOptions): Pages<FeeInvoiceSummary>
  /** @throws NotFoundError */
  read(number: string, options?: CallOptions): Promise<FeeInvoice>
  /** The invoice as a PDF. @throws NotFoundError */
  download(number: string, options?: CallOptions & { lang?: 'en' | 'fr' }): Promise<Uint8Array>
}

const statements = '/api/v1/payment/statements'
const invoices = '/api/v1/payment/invoices'
const read = { authentication: 'signature', safeBecause: 'read', method: 'GET' } as const

export function openStatements(send: Send): { statements: Statements; invoices: Invoices } {
  return {
    statements: {
      read: async (query, options) => send<Statement>({ ...read, path: statements, query, options }),
      download: async (query, options) =>
        send<Uint8Array>({ ...read, path: statements, query, options, file: true }),
    },
    invoices: {
      list: ({ limit, ...filters } = {}, options = {}) =>
        pagesOf(async (range) => {
          const query = { ...filters, ...range }
          return send<Page<FeeInvoiceSummary>>({ ...read, path: invoices, query, options })
        }, limit),
      read: async (number, options) =>
        send<FeeInvoice>({ ...read, path: invoices + pathOf`/${number}`, options }),
      download: async (number, { lang, ...options } = {}) => {
        const query = { format: 'pdf', lang }
        return send<Uint8Array>({
          ...read,
          path: invoices + pathOf`/${number}`,
          query,
          options,
          file: true,
        })
      },
    },
  }
}
