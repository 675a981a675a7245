// What the code on the screen of a till adds to the address of a link: which sale it is, so that the till recognizes the payment, and the
// amount that the cashier proposes. Payers may choose another one.

export type Proposal = { sale?: string; amount?: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const decimal = /^\d{1,10}(\.\d{1,2})?$/

const matching = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

/** Reads what a query or a form says of a sale; anything else is ignored. */
export function proposalOf(sent: { sale?: unknown; amount?: unknown }): Proposal {
  const [sale, amount] = [matching(sent.sale, uuid), matching(sent.amount, decimal)]
  return { ...(sale && { sale }), ...(amount && { amount }) }
}
