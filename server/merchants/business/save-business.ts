// Saves what a merchant states about its business, also while it is not complete yet.
import { isDeepStrictEqual } from 'node:util'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import { controlStatement, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { lockGoLive } from '../go-live.ts'
import { businessProblems as problems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { type BusinessFacts, factsOf, factsSchema, lockBusiness, saveFacts } from './facts.ts'
import { papersOf } from './queries.ts'
import type { FileNeeds } from './receive-file.ts'
import { provenFacts, requiredPapers, today } from './required-papers.ts'

const replacePapers = controlStatement(
  'replace_business_papers',
  `update business_paper set state = 'REPLACED' where id = any($1::bigint[])`,
)

/** An accepted paper is reviewed again, unless another one was sent in its place meanwhile. */
const reopenPapers = controlStatement(
  'review_business_papers_again',
  `update business_paper a
      set state = case when s.id is null then 'SENT' else 'REPLACED' end, decided_by = null, decided_at = null,
          expires_on = null, reminded_days = null
     from business_paper p left join business_paper s on s.merchant_id = p.merchant_id and s.kind = p.kind
                            and s.owner_id is not distinct from p.owner_id and s.state = 'SENT'
    where a.id = p.id and p.id = any($1::bigint[])`,
)

/** @throws InvalidBody; Problem 409 while a request is pending, once the merchant is live, or if papers are off. */
export async function saveBusiness(
  { db, secrets, clock, asksPapers }: FileNeeds,
  { merchantId }: Session,
  body: unknown,
): Promise<void> {
  const sent = check(factsSchema, body, 'body')
  if (!asksPapers) throw new Problem(problems.papers_off)
  const now = clock.now()
  refuseUnborn(sent.owners ?? [], today(now))
  await db.transaction(async (sql) => {
    const { environment, isTestProfile, state } = await lockGoLive(sql, merchantId)
    // guard: business-fixed-while-reviewed
    if (environment === 'production' || isTestProfile || state === 'PENDING')
      throw new Problem(problems.business_fixed)
    const known = await lockBusiness(sql, secrets, merchantId)
    const facts = factsOf(sent, known?.owners ?? [])
    await saveFacts(sql, secrets, { merchantId, facts, now })
    await dropPapers(sql, merchantId, facts)
    if (known) await reopenPapersOfChanges(sql, merchantId, { known, facts })
  })
}

/** @throws InvalidBody for an owner who is not born yet */
function refuseUnborn(owners: readonly { birth_date: string }[], day: Temporal.PlainDate): void {
  // guard: business-owner-born
  const at = owners.findIndex(({ birth_date }) => Temporal.PlainDate.compare(birth_date, day) > 0)
  if (at < 0) return
  const msg = 'Value error, a birth date is not in the future'
  throw new InvalidBody([
    { type: 'value_error', loc: ['body', 'owners', at, 'birth_date'], msg, input: null },
  ])
}

/** What was accepted proves the facts that officers saw beside it. */
async function reopenPapersOfChanges(
  sql: Tx,
  merchantId: bigint,
  { known, facts }: { known: BusinessFacts; facts: BusinessFacts },
): Promise<void> {
  const changed = (await papersOf(sql, merchantId)).filter(({ state, kind, owner_id: ownerId }) => {
    const place = { kind, ownerId }
    // guard: business-paper-of-other-facts
    return state === 'ACCEPTED' && !isDeepStrictEqual(provenFacts(place, known), provenFacts(place, facts))
  })
  if (changed.length > 0) await sql.rows(reopenPapers, [changed.map(({ id }) => String(id))])
}

/** Papers that a business of this kind does not need, and those of owners who are gone, count no more. */
async function dropPapers(sql: Tx, merchantId: bigint, facts: BusinessFacts): Promise<void> {
  const required = requiredPapers(facts)
  const dropped = (await papersOf(sql, merchantId)).filter(
    (paper) => !required.some(({ kind, ownerId }) => kind === paper.kind && ownerId === paper.owner_id),
  )
  if (dropped.length > 0) await sql.rows(replacePapers, [dropped.map(({ id }) => String(id))])
}
