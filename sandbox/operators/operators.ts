// What everything of the simulated operators works with, and what a protocol must bring.
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

/** A wire protocol: its routes under `/operators/<name>` and its way to call back. */
export type Protocol = {
  name: ProtocolName
  /** Bodies come as Buffers: `readJson` in message.ts reads them. */
  register(scope: FastifyInstance, operators: Operators): void
  /** Written anew for every attempt. null: nobody wants to be called back. */
  writeCallback(
    operators: Operators,
    report: CallbackReport,
  ): CallbackMessage | null | Promise<CallbackMessage | null>
  /** The statuses that end the callback's attempts; every 2xx when absent. */
  accepts?(status: number): boolean
  /** What a test may tell this protocol, under `/sandbox/operators/<name>`. */
  registerControls?(scope: FastifyInstance, operators: Operators): void
  /** The answer of the fault `5xx`. */
  outage(operators: Operators): { status: number; body: object }
}

export type CallbackReport = {
  /** As the callback wants it believed: status and reason are those of `said`. */
  payout: Payout
  /** Set when the callback is about the reversal, with `said` its own outcome. */
  reversal: Reversal | null
  said: ReportedStatus
  /** The signature, hash or credential must be wrong; everything else in order. */
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
