// Mobile-money operators with shared books. Chance decides how they report the outcome of a payout or of a collection, and whether
// the service receives the report.

import type { OperatorCode } from '../../../../server/kernel/operators.ts'
import type {
  InquiryReply,
  Operator,
  PayoutReply,
  ReversalReply,
} from '../../../../server/operator-calls/operator.ts'
import { callUpstream, type Wire } from '../../kernel/upstream.ts'
import { type OperatorBooks, outcomeOf } from './books.ts'
import { openCallbacks, type Report, read } from './callbacks.ts'
import { openCollector } from './collections.ts'
import { openPayouts } from './payouts.ts'

const unavailable = { kind: 'unavailable', cause: 'no answer' } as const
const unknown = { kind: 'unknown', cause: 'no answer' } as const

type Connection = { code: OperatorCode; protocol: string; timeoutMs: number; report: Report }

export function openSimulatedOperator(
  wire: Wire,
  books: OperatorBooks,
  { code, protocol, timeoutMs, report }: Connection,
): Operator {
  const { faults, time } = wire
  const callbacks = openCallbacks(wire, report)
  const { take, takeBack } = openPayouts(wire, { books, callbacks, code })
  return {
    protocol,
    reverses: true,
    pay: (payout) => {
      const hangs = faults.happens('callback of a failure while the call hangs')
      if (hangs) callbacks.reportFailureOf(payout, timeoutMs * 0.9)
      return callUpstream<PayoutReply>(wire, {
        whom: 'operator',
        name: 'pay',
        detail: `${payout.reference} ${payout.amount.minor}`,
        timeoutMs,
        hangs,
        act: () => take(payout),
        unreached: { kind: 'unreached', cause: 'no connection' },
        unknown,
      })
    },
    inquire: ({ reference }) =>
      callUpstream<InquiryReply>(wire, {
        whom: 'operator',
        name: 'inquire',
        detail: reference,
        timeoutMs,
        act: () => {
          if (faults.happens('operator search down')) return unavailable
          const payout = books.payouts.get(reference)
          return !payout || payout.visibleAt > time.now() ? { kind: 'absent' } : outcomeOf(payout)
        },
        unreached: unavailable,
        unknown: unavailable,
      }),
    lookUp: async () => ({ kind: 'unsupported' }),
    reverse: (reversal) =>
      callUpstream<ReversalReply>(wire, {
        whom: 'operator',
        name: 'reverse',
        detail: `${reversal.reference} of ${reversal.original.reference}`,
        timeoutMs,
        act: () => takeBack(reversal),
        unreached: { kind: 'unreached', cause: 'no connection' },
        unknown,
      }),
    readCallback: async ({ body }) => read(body),
    acknowledge: () => ({ status: 200, body: {} }),
    collections: openCollector(wire, { books, callbacks, code, timeoutMs }),
    health: async () => ({ kind: 'up' }),
    close: async () => {},
  }
}
