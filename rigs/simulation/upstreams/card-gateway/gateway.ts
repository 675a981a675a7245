// A card gateway with its own books.
import type {
  CardGateway,
  ChargeReply,
  RefundReply,
  ReportLine,
  UndoOutcome,
} from '../../../../server/cards/gateway/gateway.ts'
import { money } from '../../../../server/kernel/money.ts'
import { callUpstream, type Wire } from '../../kernel/upstream.ts'
import { authenticationCalls } from './authentication.ts'
import { type Bookkeeping, type CardBooks, openBookkeeping } from './books.ts'
import { type Ask, openAsk, unknown } from './calls.ts'
import { disputeLines } from './disputes.ts'

export function openSimulatedGateway(wire: Wire, books: CardBooks, timeoutMs: number): CardGateway {
  const send = openAsk(wire, timeoutMs)
  const bookkeeping = openBookkeeping(wire, books)
  return {
    ...authenticationCalls(wire, { ask: send, books, newId: bookkeeping.newId }),
    ...moneyCalls(wire, bookkeeping, timeoutMs),
    ...searches(wire, books, send),
    reportDay: (date) =>
      send('reportDay', date, () => ({ kind: 'report' as const, lines: settledOn(books, date) })),
    reportDisputes: (from, to) =>
      send('reportDisputes', `${from}`, () => ({
        kind: 'report' as const,
        lines: disputeLines(wire, books, { from, to }),
        unreadable: [],
      })),
    probe: async () => ({ kind: 'ok' }),
  }
}

/** What the report of a UTC day shows: all that was sent for settlement, and some charges that are not settled yet. */
function settledOn({ charges, refunds }: CardBooks, date: string): ReportLine[] {
  const isOn = ({ at }: { at: number }) => new Date(at).toISOString().startsWith(date)
  const amountOf = (one: { amountMinor: bigint; currency: 'USD' | 'CDF' }) =>
    money(one.amountMinor, one.currency)
  return [
    ...charges
      .filter((charge) => charge.state === 'captured' && isOn(charge))
      .map((charge, i) => ({
        ...{ id: charge.paymentId, code: charge.code, type: 'charge' as const, amount: amountOf(charge) },
        status: i % 5 === 4 ? 'TRANSMITTED' : 'SUCCEEDED',
      })),
    ...refunds
      .filter((refund) => refund.state === 'done' && isOn(refund))
      .map((refund) => ({
        ...{ id: refund.refundId, code: '', type: 'refund' as const, amount: amountOf(refund) },
        status: 'TRANSMITTED',
      })),
  ]
}

function moneyCalls(
  wire: Wire,
  { book, takeBack, giveBack: release }: Bookkeeping,
  timeoutMs: number,
): Pick<CardGateway, 'charge' | 'undoCharge' | 'refund'> {
  const { chance, faults } = wire
  return {
    charge: (request) =>
      callUpstream<ChargeReply>(wire, {
        whom: 'gateway',
        name: 'charge',
        detail: `${request.code} ${request.reference} ${request.amount.minor}`,
        timeoutMs,
        act: () => {
          if (!faults.happens('gateway system error')) return book(request)
          // Before or after it took the money.
          if (chance.happens(0.5)) book(request)
          return { kind: 'unknown', cause: 'SYSTEM_ERROR', acknowledged: true }
        },
        unreached: { kind: 'not_sent', cause: 'no connection' },
        unknown,
      }),
    undoCharge: ({ reference, paymentId, captured, undoReference }) =>
      callUpstream<UndoOutcome>(wire, {
        whom: 'gateway',
        name: 'undoCharge',
        detail: `${reference} by ${undoReference}`,
        timeoutMs,
        act: () => takeBack(reference, paymentId, captured),
        unreached: unknown,
        unknown,
      }),
    refund: (request) =>
      callUpstream<RefundReply>(wire, {
        whom: 'gateway',
        name: 'refund',
        detail: `${request.paymentId} ${request.reference} ${request.amount.minor}`,
        timeoutMs,
        act: () => release(request),
        unreached: unknown,
        unknown,
      }),
  }
}

function searches(
  { time }: Wire,
  books: CardBooks,
  send: Ask,
): Pick<CardGateway, 'findCharge' | 'findRefund'> {
  return {
    findCharge: ({ reference }) =>
      send('findCharge', reference, () => {
        const charge = books.charges.find((one) => one.reference === reference)
        if (!charge || charge.visibleAt > time.now()) return { kind: 'absent' as const }
        return { kind: 'found' as const, reply: charge.reply, undone: charge.state === 'voided' }
      }),
    findRefund: ({ reference }) =>
      send('findRefund', reference, () => {
        const refund = books.refunds.find((one) => one.reference === reference)
        if (!refund || refund.visibleAt > time.now() || refund.state === 'undone')
          return { kind: 'absent' as const }
        const { refundId, state, amountMinor, currency } = refund
        const reply =
          state === 'done'
            ? ({ kind: 'accepted', refundId, amount: money(amountMinor, currency) } as const)
            : ({ kind: 'declined', refundId, reason: 'not possible' } as const)
        return { kind: 'found' as const, reply }
      }),
  }
}
