// Operators give abandoned numbers to somebody else. A destination may be years old, so a wallet's owner is looked up again before
// each payout, and compared with the name that the merchant saw when it added the wallet.
import { compareNames } from '../../compliance/names/match.ts'
import type { Operator } from '../../operator-calls/operator.ts'
import type { WalletPayout } from '../payout/queries.ts'

/** `unavailable`: the operator does not answer, so nobody knows. */
export type WalletOwner = { kind: 'same' } | { kind: 'changed' } | { kind: 'unavailable'; cause: string }

/**
 * Whether the wallet belongs to whom it belonged to when it was added. A wallet that was added without a name, at an operator without
 * look-ups, cannot be compared; one that no longer exists is left to the operator, which refuses the payout.
 */
export async function ownerOfWallet(
  operator: Pick<Operator, 'lookUp'>,
  { operator: code, number, subscriber_name: known }: WalletPayout,
): Promise<WalletOwner> {
  if (known === null) return { kind: 'same' }
  const reply = await operator.lookUp({ operator: code, msisdn: number })
  if (reply.kind === 'unavailable') return reply
  // guard: wallet-owner
  const isAnother = reply.kind === 'found' && !isSameOwner(known, reply.name)
  return { kind: isAnother ? 'changed' : 'same' }
}

/** Operators may spell a name anew. Businesses are compared as they are written: the name check reads the names of persons. */
function isSameOwner(known: string, found: string): boolean {
  const plain = (name: string) => name.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  return plain(known) === plain(found) || compareNames(known, found).decision === 'MATCH'
}
