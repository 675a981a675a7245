// Saves what a merchant states about its business, also while it is not complete yet.
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { lockGoLive } from '../go-live.ts'
import { businessProblems as problems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { type BusinessFacts, factsOf, factsSchema, lockBusiness, saveFacts } from './facts.ts'
import { papersOf } from './queries.ts'
import type { FileNeeds } from './receive-file.ts'
import { requiredPapers } from './required-papers.ts'

const replacePapers = controlStatement(
  'replace_business_papers',
  `update business_paper set state = 'REPLACED' where id = any($1::bigint[])`,
)

/** @throws InvalidBody; Problem 409 while a request is pending, once the merchant is live, or if papers are off. */
export async function saveBusiness(
  { db, secrets, clock, asksPapers }: FileNeeds,
  { merchantId }: Session,
  body: unknown,
): Promise<void> {
  const sent = check(factsSchema, body, 'body')
  if (!asksPapers) throw new Problem(problems.papers_off)
  await db.transaction(async (sql) => {
    const { environment, isTestProfile, state } = await lockGoLive(sql, merchantId)
    // guard: business-fixed-while-reviewed
    if (environment === 'production' || isTestProfile || state === 'PENDING')
      throw new Problem(problems.business_fixed)
    const known = await lockBusiness(sql, secrets, merchantId)
    const facts = factsOf(sent, known?.owners ?? [])
    await saveFacts(sql, secrets, { merchantId, facts, now: clock.now() })
    await dropPapers(sql, merchantId, facts)
  })
}

/** Papers that a business of this kind does not need, and those of owners who are gone, count no more. */
async function dropPapers(sql: Tx, merchantId: bigint, facts: BusinessFacts): Promise<void> {
  const required = requiredPapers(facts)
  const dropped = (await papersOf(sql, merchantId)).filter(
    (paper) => !required.some(({ kind, ownerId }) => kind === paper.kind && ownerId === paper.owner_id),
  )
  if (dropped.length > 0) await sql.rows(replacePapers, [dropped.map(({ id }) => String(id))])
}
