// The prompts that payers see on their phones.
import { formatAmount } from '../../amount.ts'
import type { Collection } from '../books/collections.ts'
import type { Operators } from '../operators.ts'

/** Prompts that can still be answered, of one number or of all. */
export function openPrompts({ book, clock }: Operators, msisdn: string | null): Collection[] {
  const filter = { protocol: null, reference: null, clientReference: null, msisdn }
  return book
    .listCollections(filter)
    .filter(({ status, expiresAt }) => status === 'pending' && expiresAt > clock.now())
}

export function promptView({ id, msisdn, merchant, amount, operator, expiresAt }: Collection): object {
  return {
    id,
    msisdn,
    operator,
    merchant,
    amount: formatAmount(amount),
    currency: amount.currency,
    expires_at: new Date(expiresAt).toISOString(),
  }
}
