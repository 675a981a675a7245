// Finds a payment link that somebody visits, and says why it takes no payment if it does not.

import type { Environment } from '../../kernel/environment.ts'
import { Problem } from '../../kernel/problem.ts'
import { signingProblems } from '../../merchants/problems.ts'
import type { Sql } from '../../platform/database/database.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { closedToVisit, storedLinkCode } from '../transaction/link-uses/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'
import type { LinkVisitor } from './link-visitor.ts'
import { statusAt } from './manage-links.ts'
import { findOpenLink, type OpenLinkRow } from './queries.ts'

export type OpenLinkNeeds = {
  db: Sql
  clock: Clock
  /** The environments that this deployment has a card gateway for. */
  environments: readonly Environment[]
}

/**
 * Reads a link with the limits of a visitor.
 * @param visitor absent means a new visitor.
 * @throws Problem 404.
 */
export async function requireLink(
  { db, clock }: Pick<OpenLinkNeeds, 'db' | 'clock'>,
  code: string,
  visitor?: LinkVisitor,
): Promise<OpenLinkRow> {
  const seenBy = [visitor?.address ?? null, visitor?.device ?? null]
  const [link] = await db.rows(findOpenLink, [storedLinkCode(code), clock.now(), ...seenBy])
  if (!link) throw new Problem(cardProblems.link_not_found)
  return link
}

/** Returns why a link takes no payment now; undefined when it does. */
export function closedLink(
  { clock, environments }: Pick<OpenLinkNeeds, 'clock' | 'environments'>,
  link: OpenLinkRow,
): Problem | undefined {
  const status = statusAt(link, clock.now())
  if (status !== 'ACTIVE') return closedToVisit(status)
  if (link.merchant_status === 'suspended') return new Problem(cardProblems.merchant_suspended)
  const isServed = environments.includes(link.environment)
  return isServed ? undefined : new Problem(signingProblems.environment_wrong)
}
