// The operations of the product, each with its preconditions, from which crash points are taken.
import { makeLink } from './callers.ts'
import { cardOperations } from './card-operations.ts'
import { nothing, type Operation } from './operation.ts'
import { refundRequestOperations } from './refund-request-operations.ts'
import { remittanceOperations } from './remittance-operations.ts'

export const operations: readonly Operation[] = [
  ...cardOperations,
  ...refundRequestOperations,
  ...remittanceOperations,
  {
    name: 'payment link',
    movesMoney: false,
    prepare: nothing,
    run: async (callers) => void (await makeLink(callers)),
  },
]
