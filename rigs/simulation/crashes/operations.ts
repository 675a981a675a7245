// The operations of the product, each with its preconditions, from which crash points are taken.
import { approvalOperations } from './approval-operations.ts'
import { batchOperations } from './batch-operations.ts'
import { makeLink, order, payAt } from './callers.ts'
import { cardOperations } from './card-operations.ts'
import { collectionOperations } from './collection-operations.ts'
import { disputeOperations } from './dispute-operations.ts'
import { heldPayoutOperations } from './held-payout-operations.ts'
import { invoiceOperations } from './invoice-operations.ts'
import { nothing, type Operation } from './operation.ts'
import { payoutOperations } from './payout-operations.ts'
import { refundRequestOperations } from './refund-request-operations.ts'
import { remittanceOperations } from './remittance-operations.ts'

export const operations: readonly Operation[] = [
  ...cardOperations,
  ...refundRequestOperations,
  ...approvalOperations,
  ...disputeOperations,
  ...remittanceOperations,
  ...batchOperations,
  ...payoutOperations,
  ...heldPayoutOperations,
  ...invoiceOperations,
  ...collectionOperations,
  {
    name: 'last part of a link, paid by card',
    movesMoney: true,
    prepare: (callers) => makeLink(callers, { kind: 'parts', total: 30, minimum_part: 30 }),
    run: async (callers, code) =>
      payAt(callers, await order(callers, 30, `/api/v1/payment-links/${code}/orders`)),
  },
  {
    name: 'payment link',
    movesMoney: false,
    prepare: nothing,
    run: async (callers) => void (await makeLink(callers)),
  },
]
