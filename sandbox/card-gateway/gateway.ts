// Shared state and dependencies of all gateway operations.
import { randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../clock.ts'
import { type Books, openBooks } from './books/books.ts'
import { type Cases, openCases } from './books/cases.ts'
import type { Message } from './message.ts'
import { type Keys, loadKeys } from './microform/keys.ts'
import type { Merchant } from './signature.ts'

export type Gateway = {
  books: Books
  cases: Cases
  keys: Keys
  clock: Clock
  merchants: readonly Merchant[]
  /** Public origin from which the library, card frames, tokens and access control pages are served. */
  url(): string
  requestCounts: Map<string, number>
  settings: GatewaySettings
}

export type GatewaySettings = {
  imposesAuthentication: boolean
  searchDelaySeconds: number
  slowMs: number
  lookupTimeoutMs: number
  skewSeconds: number
}

const usualSettings: GatewaySettings = {
  imposesAuthentication: true,
  searchDelaySeconds: 0,
  slowMs: 5_000,
  lookupTimeoutMs: 10_000,
  skewSeconds: 300,
}

/** An authenticated request, ready for an operation. */
export type Call = {
  merchantId: string
  message: Message
  params: Record<string, string>
  query: Record<string, string>
}

export type Reply = { status: number; body: unknown } | 'silence'

export async function openGateway(needs: {
  database: DatabaseSync
  clock: Clock
  merchants: readonly Merchant[]
  url: () => string
  settings: Partial<GatewaySettings>
}): Promise<Gateway> {
  const books = openBooks(needs.database)
  return {
    books,
    cases: openCases(needs.database),
    keys: await loadKeys(books),
    clock: needs.clock,
    merchants: needs.merchants,
    url: needs.url,
    requestCounts: new Map(),
    settings: { ...usualSettings, ...needs.settings },
  }
}

/** 22 digits, increasing with time. */
export function newId(gateway: Gateway): string {
  return `${gateway.clock.now()}${String(randomInt(1_000_000_000)).padStart(9, '0')}`
}

export function created(body: unknown): Reply {
  return { status: 201, body }
}

export function ok(body: unknown): Reply {
  return { status: 200, body }
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
