// Shared state of the simulated operators, and the interface of a protocol.
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Agenda, openAgenda } from './books/agenda.ts'
import {
  type Book,
  openBook,
  type Payout,
  type ProtocolName,
  type ReportedStatus,
  type Reversal,
} from './books/book.ts'
import type { Collection, Refund } from './books/collections.ts'
import { createMischief, type Mischief } from './callbacks/callback-faults.ts'
import { type OperatorOptions, type OperatorSettings, operatorSettings } from './settings.ts'
import { createTokens, type Tokens } from './tokens.ts'

export type Operators = {
  book: Book
  agenda: Agenda
  clock: Clock
  mischief: Mischief
  settings: OperatorSettings
  tokens: Tokens
  protocols: readonly Protocol[]
  requestCounts: Map<string, number>
  /** Public origin of the sandbox. */
  url(): string
  /** Aborted when the sandbox closes. */
  closing: AbortSignal
  close(): Promise<void>
}

/** A wire protocol: its routes under `/operators/<name>` and the format of its callbacks. */
export type Protocol = {
  name: ProtocolName
  /** Bodies arrive as Buffers and are read with `readJson` in message.ts. */
  register(scope: FastifyInstance, operators: Operators): void
  /** Built again for every attempt; null when there is no callback URL. */
  writeCallback(
    operators: Operators,
    report: CallbackReport,
  ): CallbackMessage | null | Promise<CallbackMessage | null>
  /** The callback about a collection or its refund. */
  writeCollectionCallback(operators: Operators, report: CollectionReport): CallbackMessage | null
  /** Statuses with which the receiver accepts a callback; every 2xx when absent. */
  accepts?(status: number): boolean
  /** Controls of this protocol, under `/sandbox/operators/<name>`. */
  registerControls?(scope: FastifyInstance, operators: Operators): void
  /** The reply for the fault `5xx`. */
  outage(operators: Operators): { status: number; body: object }
}

export type CallbackReport = {
  /** The payout as reported: status and reason are those of `said`. */
  payout: Payout
  /** Set when the callback is about the reversal, in which case `said` is the reversal's outcome. */
  reversal: Reversal | null
  said: ReportedStatus
  /** The signature, hash or credential must be wrong, and everything else correct. */
  isForged: boolean
}

export type CollectionReport = {
  /** The collection as reported: status and reason are those of `said`. */
  collection: Collection
  /** Set when the callback is about the refund. */
  refund: Refund | null
  said: ReportedStatus
  isForged: boolean
}

export type CallbackMessage = {
  method: 'POST' | 'PUT'
  url: string
  headers: Record<string, string>
  body: string
}

export function openOperators(needs: {
  database: DatabaseSync
  clock: Clock
  url: () => string
  protocols: readonly Protocol[]
  settings: OperatorOptions
  onError: (error: unknown) => void
}): Operators {
  const agenda = openAgenda(needs.database, needs.onError)
  const closing = new AbortController()
  return {
    book: openBook(needs.database),
    agenda,
    clock: needs.clock,
    mischief: createMischief(),
    settings: operatorSettings(needs.settings),
    tokens: createTokens(needs.clock),
    protocols: needs.protocols,
    requestCounts: new Map(),
    url: needs.url,
    closing: closing.signal,
    async close() {
      closing.abort()
      await agenda.close()
    },
  }
}
