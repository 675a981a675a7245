// Whether a business has given what going live needs, and whether all of it was accepted.
import { Problem } from '../../kernel/problem.ts'
import type { Sql, Tx } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { businessProblems as problems } from '../problems.ts'
import { type BusinessFacts, lockBusiness } from './facts.ts'
import { heldPapers, type Paper, papersAt, papersOf } from './queries.ts'
import {
  hasValidPaper,
  missingFacts,
  nameOfPlace,
  requiredPapers,
  stateOfPlace,
  today,
} from './required-papers.ts'
import { isCleared, screeningsOfOwners } from './screen-owners.ts'

/** What is missing before the request can be sent: names of facts and papers. */
export function missingForRequest(
  facts: BusinessFacts,
  papers: readonly Paper[],
  now: Temporal.Instant,
): string[] {
  const missing = requiredPapers(facts).filter((place) => {
    const state = stateOfPlace(heldPapers(papersAt(papers, place)), today(now))
    // guard: business-papers-sent
    return state !== 'SENT' && state !== 'ACCEPTED'
  })
  return [...missingFacts(facts), ...missing.map((place) => nameOfPlace(place, facts))]
}

type Wanted = { merchantId: bigint; now: Temporal.Instant }

/** Locks the business of a merchant that files its request. @throws Problem 409, which names what is missing. */
export async function requireComplete(
  sql: Tx,
  secrets: Secrets,
  { merchantId, now, expected }: Wanted & { expected: BusinessFacts },
): Promise<void> {
  const facts = await lockBusiness(sql, secrets, merchantId)
  if (JSON.stringify(facts) !== JSON.stringify(expected)) throw new Problem(problems.business_changed)
  const missing = missingForRequest(expected, await papersOf(sql, merchantId), now)
  if (missing.length > 0) throw incomplete(missing)
}

/** A refusal that names everything that is missing. */
export function incomplete(missing: readonly string[]): Problem {
  const errors = missing.map((name) => ({ field: name, message: 'Field required' }))
  return new Problem(problems.business_incomplete, { missing: missing.join(', ') }, {}, errors)
}

/** What stands against an approval: facts and papers that are missing or not accepted, and owners who are not cleared. */
export async function openForApproval(
  sql: Sql,
  facts: BusinessFacts,
  { merchantId, now }: Wanted,
): Promise<string[]> {
  const papers = await papersOf(sql, merchantId)
  const screenings = await screeningsOfOwners(sql, merchantId)
  const places = requiredPapers(facts).filter((place) => {
    const held = heldPapers(papersAt(papers, place))
    return !hasValidPaper(held, today(now)) || stateOfPlace(held, today(now)) !== 'ACCEPTED'
  })
  const owners = facts.owners.filter(({ owner_id }) => !isCleared(screenings.get(owner_id)))
  return [
    ...missingFacts(facts),
    ...places.map((place) => nameOfPlace(place, facts)),
    ...owners.map(({ name }) => `screening of ${name}`),
  ]
}

/** Locks the business of a merchant that is approved. @throws Problem 409, which names what stands against it. */
export async function requireAccepted(sql: Tx, secrets: Secrets, wanted: Wanted): Promise<void> {
  const facts = await lockBusiness(sql, secrets, wanted.merchantId)
  if (!facts) throw incomplete(['kind'])
  const open = await openForApproval(sql, facts, wanted)
  if (open.length > 0) throw new Problem(problems.papers_open, { open: open.join(', ') })
}
