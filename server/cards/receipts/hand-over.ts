// Goods handed over against a receipt. A shop marks each receipt once, so that one receipt cannot fetch goods twice.
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { typedCode } from '../../kernel/text/typed-text.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { markReceipt, receiptNotFound } from '../../receipts/receipt-codes.ts'
import type { ReceiptState } from '../../receipts/receipt-facts.ts'
import { readPaymentFacts } from './payment-receipt.ts'

type HandOverRow = { mark_id: string; handed_over_by: string; handed_over_at: Temporal.Instant }
type ReceiptRow = { code: string; transaction_id: bigint } & (
  | HandOverRow
  | { [Name in keyof HandOverRow]: null }
)

// guard: hand-over-owner
const findReceipt = statement<ReceiptRow>(
  'find_receipt_to_hand_over',
  `select r.code, r.transaction_id, r.mark_id, r.handed_over_by, r.handed_over_at
     from receipt r join card_transaction t on t.id = r.transaction_id
    where r.code = $1 and t.merchant_id = $2 and t.environment = $3`,
)

export const handOverProblems = {
  not_found: receiptNotFound,
  not_paid: {
    status: 409,
    detail: 'Nothing to hand over: receipt is {state}',
    sent: ['state'],
    retry: 'never',
  },
} satisfies Record<string, ProblemSpec>

type HandOverNeeds = { db: Sql; clock: Clock }

export type HandOver = {
  code: string
  /** `waiting`: paid, and nothing was handed over yet. */
  state: 'waiting' | 'handed_over'
  handed_over_at: string | null
  handed_over_by: string | null
}

/** Says whether the goods of a receipt were handed over. @throws Problem 404 for a receipt of another shop or environment */
export async function readHandOver(
  { db }: HandOverNeeds,
  session: Session,
  typed: string,
): Promise<HandOver> {
  const receipt = await ownReceipt(db, session, typed)
  return rendered(receipt.code, receipt.handed_over_at === null ? undefined : receipt)
}

/**
 * Marks the goods of a receipt as handed over. Of several people who do so at once, one does, and the others learn who it was.
 * @param sent.markId chosen by the page for this act, so that a repeat after a lost response is not a second hand-over
 * @throws Problem 404 for a receipt of another shop or environment, 409 for one whose money went back
 */
export async function markHandedOver(
  { db, clock }: HandOverNeeds,
  session: Session,
  { code: typed, markId }: { code: string; markId: string },
): Promise<HandOver & { outcome: 'marked' | 'marked_before' }> {
  const receipt = await ownReceipt(db, session, typed)
  if (receipt.handed_over_at === null) {
    const { state } = await readPaymentFacts(db, receipt.transaction_id)
    // guard: hand-over-of-paid-receipt
    if (!paidStates.has(state)) throw new Problem(handOverProblems.not_paid, { state })
    await db.rows(markReceipt, [receipt.code, markId, session.user.name, clock.now()])
  }
  const { mark_id, ...marked } = (await ownReceipt(db, session, typed)) as HandOverRow
  return { ...rendered(receipt.code, marked), outcome: mark_id === markId ? 'marked' : 'marked_before' }
}

/** After a partial refund the rest of the goods is still owed. */
const paidStates: ReadonlySet<ReceiptState> = new Set(['paid', 'partially_refunded'])

async function ownReceipt(db: Sql, { merchantId, environment }: Session, typed: string): Promise<ReceiptRow> {
  const code = typedCode(typed).replaceAll('-', '')
  const [receipt] = code.includes('\0') ? [] : await db.rows(findReceipt, [code, merchantId, environment])
  if (!receipt) throw new Problem(handOverProblems.not_found)
  return receipt
}

function rendered(code: string, done: Omit<HandOverRow, 'mark_id'> | undefined): HandOver {
  return {
    code,
    state: done ? 'handed_over' : 'waiting',
    handed_over_at: done?.handed_over_at.toString({ smallestUnit: 'second' }) ?? null,
    handed_over_by: done?.handed_over_by ?? null,
  }
}
