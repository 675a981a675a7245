// What must hold in the database whatever went wrong, once faults have stopped and nothing is under way: each query
// answers the rows that break it. Nothing here knows of simulations; it may be asked of any deployment that is quiet.
import { auditInvariants } from './audit.ts'
import type { Invariant, Violation } from './invariant.ts'
import { ledgerInvariants } from './ledger.ts'
import { linkInvariants } from './links.ts'
import { operationInvariants } from './operations.ts'
import { paymentInvariants } from './payments.ts'
import { priceInvariants } from './prices.ts'
import { topUpInvariants } from './top-ups.ts'
import { transferInvariants } from './transfers.ts'
import { webhookInvariants } from './webhooks.ts'

export const invariants: readonly Invariant[] = [
  ...priceInvariants,
  ...topUpInvariants,
  ...paymentInvariants,
  ...linkInvariants,
  ...operationInvariants,
  ...transferInvariants,
  ...webhookInvariants,
  ...ledgerInvariants,
  ...auditInvariants,
]

/** @param now the time of business. @returns nothing where all is well. */
export async function checkInvariants(
  send: (sql: string, values: unknown[]) => Promise<unknown[]>,
  now: Temporal.Instant,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { id, title, sql } of invariants) {
    const rows = await send(`${sql} limit 20`, [now.toString()])
    if (rows.length > 0) violations.push({ invariant: id, title, rows })
  }
  return violations
}
