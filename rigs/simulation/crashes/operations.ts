// The operations of the product one by one, each with what has to be there before it: what crash points are taken from.
import { makeLink } from './callers.ts'
import { cardOperations } from './card-operations.ts'
import { nothing, type Operation } from './operation.ts'
import { remittanceOperations } from './remittance-operations.ts'

export const operations: readonly Operation[] = [
  ...cardOperations,
  ...remittanceOperations,
  {
    name: 'payment link',
    movesMoney: false,
    prepare: nothing,
    run: async (callers) => void (await makeLink(callers)),
  },
]
