// What must hold in the database after any failure, once faults have stopped and nothing is in progress: each query
// returns the rows that violate it. Nothing here depends on the simulation, so it can check any idle deployment.

import type { Look } from '../../world/store.ts'
import { auditInvariants } from './audit.ts'
import { bankInvariants } from './balances/bank.ts'
import { payoutInvariants } from './balances/payouts.ts'
import { batchInvariants } from './batches.ts'
import { approvalInvariants } from './cards/approvals.ts'
import { collectionInvariants } from './cards/collections.ts'
import { disputeInvariants } from './cards/disputes.ts'
import type { Invariant, Violation } from './invariant.ts'
import { balanceInvariants, ledgerInvariants, statementInvariants } from './ledger.ts'
import { linkInvariants } from './links.ts'
import { operationInvariants } from './operations.ts'
import { paymentInvariants } from './payments.ts'
import { messageInvariants } from './people/messages.ts'
import { priceInvariants } from './prices.ts'
import { quoteInvariants } from './quotes.ts'
import { refundRequestInvariants } from './refund-requests.ts'
import { topUpInvariants } from './top-ups.ts'
import { transferInvariants } from './transfers.ts'
import { webhookInvariants } from './webhooks.ts'

export const invariants: readonly Invariant[] = [
  ...priceInvariants,
  ...topUpInvariants,
  ...paymentInvariants,
  ...refundRequestInvariants,
  ...approvalInvariants,
  ...disputeInvariants,
  ...collectionInvariants,
  ...linkInvariants,
  ...operationInvariants,
  ...payoutInvariants,
  ...bankInvariants,
  ...transferInvariants,
  ...quoteInvariants,
  ...batchInvariants,
  ...webhookInvariants,
  ...messageInvariants,
  ...ledgerInvariants,
  ...balanceInvariants,
  ...statementInvariants,
  ...auditInvariants,
]

/**
 * @param now the business time.
 * @param send sends a query to where it looks for tables.
 * @returns an empty list where nothing is violated.
 */
export async function checkInvariants(
  send: (sql: string, values: unknown[], look: Look) => Promise<unknown[]>,
  now: Temporal.Instant,
  cells = 1,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { id, title, sql, over } of invariants)
    for (const look of looksOf(over, cells)) {
      const rows = await send(`${sql} limit 20`, [now.toString()], look)
      const where = cells === 1 ? '' : ` (${placeName(look)})`
      if (rows.length > 0) violations.push({ invariant: id, title: `${title}${where}`, rows })
    }
  return violations
}

function looksOf(over: Invariant['over'], cells: number): Look[] {
  if (cells === 1 || over === 'all cells') return ['everywhere']
  const all = Array.from({ length: cells }, (_, index) => index + 1)
  return over === 'each place' ? [0, ...all] : all
}

const placeName = (look: Look) =>
  typeof look !== 'number' ? 'all cells' : look === 0 ? 'control' : `cell ${look}`
