// What the code on the screen of a till adds to the address of a link: which sale it is, so that the till recognizes the payment, and the
// amount that the cashier proposes. Payers may choose another one.
import { z } from 'zod'

export type Proposal = { sale?: string; amount?: string }

const shape = z.object({
  sale: z.uuid().optional().catch(undefined),
  amount: z
    .string()
    .regex(/^\d{1,10}(\.\d{1,2})?$/)
    .optional()
    .catch(undefined),
})

/** Reads what a query or a form says of a sale; anything else is ignored. */
export function proposalOf(sent: { sale?: unknown; amount?: unknown }): Proposal {
  const { sale, amount } = shape.parse(sent)
  return { ...(sale && { sale }), ...(amount && { amount }) }
}
