// Plans the callbacks for a new status. The agenda sends them.
import type { Payout, ReportedStatus, Reversal } from '../books/book.ts'
import type { Operators } from '../operators.ts'

/** Plans the callbacks for the payout's current status. */
export function sendCallbacks(operators: Operators, payout: Payout): void {
  if (payout.behaviour === 'never_calls_back') return
  const planned = operators.mischief.plan(payout.status, payout.behaviour === 'disordered_callbacks')
  for (const { said: status, isForged, afterGaps, lateMs } of planned) {
    const delay = afterGaps * operators.settings.callbackGapMs + lateMs
    addCallback(operators, { payoutId: payout.id, reversalId: null, said: status, isForged }, delay)
  }
}

/** Plans one callback with the payout's current status, whatever the wallet's behaviour: the payer asked for it. */
export function repeatCallback(operators: Operators, payout: Payout): void {
  addCallback(operators, { payoutId: payout.id, reversalId: null, said: payout.status, isForged: false }, 0)
}

/** Plans the only callback of a reversal that the payer requested. */
export function sendReversalCallback(operators: Operators, reversal: Reversal): void {
  const about = { payoutId: reversal.payoutId, reversalId: reversal.id }
  addCallback(operators, { ...about, said: 'succeeded', isForged: false }, 0)
}

type Subject = { payoutId: string; reversalId: string | null; said: ReportedStatus; isForged: boolean }

function addCallback(operators: Operators, subject: Subject, afterMs: number): void {
  operators.agenda.add(afterMs, { kind: 'callback', ...subject, attempt: 1, firstTriedAt: null })
}
