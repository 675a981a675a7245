// Issues the receipt over all parts of a payment link. Each call signs the state of that moment; the code never changes.
import type { Sql } from '../../../platform/database/database.ts'
import { dataResponse } from '../../../platform/http/api.ts'
import { type Clock, utcSecond } from '../../../platform/time/clock.ts'
import type { IssueReceipt } from '../../../receipts/issue-receipt.ts'
import { exampleReceipt, issuedReceipt, receiptParts } from '../../../receipts/schemas.ts'
import { readLinkFacts } from './link-facts.ts'

/** The response of the routes that issue it. */
export const linkReceiptResponse = dataResponse(
  'LinkReceipt',
  issuedReceipt.extend({ parts: receiptParts }),
  {
    ...exampleReceipt,
    parts: [
      { amount: '100.00', returned_amount: null, paid_at: '2027-01-14T09:31:12Z', code: 'M4XW9ZB7PQ' },
      { amount: '200.00', returned_amount: null, paid_at: '2027-02-10T15:02:40Z', code: 'T9WQ2MX4K7' },
    ],
  },
)

export type LinkReceiptNeeds = { db: Sql; clock: Clock; issueReceipt: IssueReceipt }

/** The signed receipt with its parts. @throws Problem 409 for a link whose total was never paid. */
export async function linkReceipt(needs: LinkReceiptNeeds, linkId: bigint) {
  const facts = await readLinkFacts(needs, linkId)
  const receipt = await needs.issueReceipt({ linkId }, facts)
  return { facts, receipt }
}

/** What the routes return. */
export async function renderedLinkReceipt(needs: LinkReceiptNeeds, linkId: bigint) {
  const { facts, receipt } = await linkReceipt(needs, linkId)
  const parts = facts.parts.map(({ amount, returnedAmount, paidAt, code }) => ({
    ...{ amount, returned_amount: returnedAmount, paid_at: utcSecond(paidAt), code },
  }))
  return { ...receipt, parts }
}
