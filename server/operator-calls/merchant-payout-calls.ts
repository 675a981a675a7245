// Payouts of card money to merchants, as the queues and callbacks of operators see them. They share both with transfers, so that
// pauses and the rules against paying twice are the same; the composition connects them.
import type { ClaimedOperation } from '../ledger/operations/claim.ts'
import type { ApplyResult, ReportedOutcome } from './judge-outcome.ts'
import type { InquiryReply } from './operator.ts'

export type MerchantPayoutCalls = {
  /** Sends a claimed operation, or inquires about it. */
  process(operation: ClaimedOperation): Promise<void>
  /** Records the outcome of an operation. `confirmed`: an inquiry said the same as the callback. */
  applyOutcome(report: ReportedOutcome & { operation: string; confirmed?: true }): Promise<ApplyResult>
  /** Makes one inquiry. `isOpen`: the queue keeps inquiring by itself until the outcome is known. */
  inquire(operation: string): Promise<{ found: InquiryReply; isOpen: boolean }>
  /** Opens an exception about a callback that reports another amount. */
  alertAmount(operation: string, detail: string): Promise<void>
}
