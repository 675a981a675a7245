// What compliance officers decide about a business: each paper, and each owner whom screening found on a list.
import { type Admin, actorOf } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import type { ScreeningNeeds } from '../../compliance/screening/screening.ts'
import type { Environment } from '../../kernel/environment.ts'
import { isUuid } from '../../kernel/id.ts'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import {
  commonStatement,
  controlStatement,
  type Database,
  type Sql,
  type Tx,
} from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { alertOwners } from '../alerts/alert-merchant.ts'
import { latestRequest } from '../go-live.ts'
import { merchantAdminProblems, businessProblems as problems } from '../problems.ts'
import { lockBusiness, readFacts } from './facts.ts'
import { hasFile, type Paper, papersOf } from './queries.ts'
import { isExpired, paperNames, today } from './required-papers.ts'
import { decideOwner, recordOwners, screenOwners } from './screen-owners.ts'

export type DecisionNeeds = { db: Database; secrets: Secrets; clock: Clock }
type RepetitionNeeds = { screening: ScreeningNeeds; screenedIn: Environment }

type Merchant = { id: bigint; merchant_code: string; environment: Environment }

const findMerchant = commonStatement<Merchant>(
  'find_merchant_of_business',
  'select id, merchant_code, environment from shared.merchant where merchant_code = $1 and sample_of is null',
)
const endPaper = controlStatement(
  'decide_business_paper',
  `update business_paper set state = $2, decided_by = $3, decided_at = $4, reason = $5, expires_on = $6 where id = $1`,
)
const replaceAccepted = controlStatement(
  'replace_accepted_business_paper',
  `update business_paper a set state = 'REPLACED' from business_paper s
    where s.id = $1 and a.merchant_id = s.merchant_id and a.kind = s.kind and a.owner_id is not distinct from s.owner_id
      and a.id <> s.id and a.state in ('ACCEPTED', 'RETURNED')`,
)

/** @throws Problem 404 */
export async function merchantOfBusiness(sql: Sql, code: string): Promise<Merchant> {
  const [merchant] = await sql.rows(findMerchant, [code])
  if (!merchant) throw new Problem(merchantAdminProblems.merchant_unknown)
  return merchant
}

export type PaperDecision = {
  decision: 'accept' | 'return'
  /** The files that were read. */
  files: readonly string[]
  reason?: string | undefined
  /** The last day of validity, YYYY-MM-DD. */
  expires_on?: string | undefined
}

/**
 * Accepts a paper that was sent, or returns it with a reason that the merchant reads.
 * @throws InvalidBody; Problem 404; 409 if it was decided, has other files than those that were read, or was not submitted yet.
 */
export async function decidePaper(
  { db, secrets, clock }: DecisionNeeds,
  { code, paperId, admin }: { code: string; paperId: string; admin: Admin },
  decision: PaperDecision,
): Promise<void> {
  const merchant = await merchantOfBusiness(db, code)
  await db.transaction(async (sql) => {
    await lockBusiness(sql, secrets, merchant.id)
    await requireSubmitted(sql, merchant)
    const now = clock.now()
    const paper = decidable(await papersOf(sql, merchant.id), paperId, decision)
    requireTerms(paper, decision, today(now))
    const { reason = null, expires_on = null } = decision
    const isAccepted = decision.decision === 'accept'
    if (isAccepted) await sql.rows(replaceAccepted, [paper.id])
    const state = isAccepted ? 'ACCEPTED' : 'RETURNED'
    await sql.rows(endPaper, [paper.id, state, actorOf(admin), now, reason, isAccepted ? expires_on : null])
    if (!isAccepted) await alertOfReturn(sql, merchant, { paper, reason: reason ?? '', now })
    const detail = {
      paper: paper.kind,
      paper_id: paperId,
      ...(reason && { reason }),
      ...(expires_on && { expires_on }),
    }
    const action = isAccepted ? 'business.paper_accepted' : 'business.paper_returned'
    audit(sql, secrets, { admin, action, subject: code, detail, now })
  })
}

/** Papers of a draft are decided by nobody: the merchant may still change everything. */
async function requireSubmitted(sql: Tx, { id, environment }: Merchant): Promise<void> {
  if (environment === 'production') return
  // guard: business-submitted
  if ((await latestRequest(sql, id))?.state !== 'PENDING') throw new Problem(problems.not_submitted)
}

function decidable(papers: readonly Paper[], paperId: string, { decision, files }: PaperDecision): Paper {
  const paper = papers.find(({ paper_id }) => paper_id === paperId)
  if (!paper) throw new Problem(problems.paper_unknown)
  const states = decision === 'accept' ? ['SENT'] : ['SENT', 'ACCEPTED']
  if (!states.includes(paper.state) || !hasFile(paper)) throw new Problem(problems.paper_decided)
  const received = paper.files.filter(({ state }) => state === 'RECEIVED').map(({ file_id }) => file_id)
  // guard: business-files-read
  if (received.toSorted().join() !== files.toSorted().join()) throw new Problem(problems.paper_changed)
  return paper
}

/** @throws InvalidBody */
function requireTerms(paper: Paper, terms: PaperDecision, day: Temporal.PlainDate): void {
  const refuse = (field: string, msg: string) => {
    throw new InvalidBody([
      { type: 'value_error', loc: ['body', field], msg: `Value error, ${msg}`, input: null },
    ])
  }
  if (terms.decision === 'return' && !terms.reason) refuse('reason', 'say what is wrong with the paper')
  if (terms.decision !== 'accept') return
  if (paper.kind === 'OWNER_IDENTITY' && !terms.expires_on)
    refuse('expires_on', 'an identity document has a last day of validity')
  // guard: business-paper-expired
  if (terms.expires_on && isExpired(Temporal.PlainDate.from(terms.expires_on), day))
    refuse('expires_on', 'the paper has expired')
}

async function alertOfReturn(
  sql: Tx,
  { id: merchantId, environment }: Merchant,
  { paper, reason, now }: { paper: Paper; reason: string; now: Temporal.Instant },
): Promise<void> {
  const fact = `business_paper_returned:${paper.paper_id}`
  const facts = { paper: paperNames[paper.kind], reason }
  await alertOwners(sql, { merchantId, environment, kind: 'business_paper_returned', fact, facts }, now)
}

/** Decides whether an owner is the person whom a list names. @throws Problem 404, 409 */
export async function decideOwnerScreening(
  { db, secrets, clock }: DecisionNeeds,
  { code, ownerId, admin }: { code: string; ownerId: string; admin: Admin },
  { decision, reason }: { decision: 'clear' | 'confirm'; reason: string },
): Promise<void> {
  const merchant = await merchantOfBusiness(db, code)
  await db.transaction(async (sql) => {
    const facts = await lockBusiness(sql, secrets, merchant.id)
    if (!isUuid(ownerId) || !facts?.owners.some(({ owner_id }) => owner_id === ownerId))
      throw new Problem(problems.owner_unknown)
    const now = clock.now()
    const state = decision === 'clear' ? 'CLEARED' : 'CONFIRMED'
    const decided = { merchantId: merchant.id, ownerId, state, by: actorOf(admin), reason, now } as const
    if (!(await decideOwner(sql, decided))) throw new Problem(problems.owner_decided)
    const detail = { owner: ownerId, reason }
    const action = decision === 'clear' ? 'business.owner_cleared' : 'business.owner_confirmed'
    audit(sql, secrets, { admin, action, subject: code, detail, now })
  })
}

/** Screens an owner again, as where the lists could not be read. @throws Problem 404 */
export async function repeatOwnerScreening(
  { db, secrets, clock, screening, screenedIn }: DecisionNeeds & RepetitionNeeds,
  { code, ownerId, admin }: { code: string; ownerId: string; admin: Admin },
  reason: string,
): Promise<void> {
  const { id: merchantId } = await merchantOfBusiness(db, code)
  const { owners } = await readFacts(db, secrets, merchantId)
  const owner = owners.find(({ owner_id }) => owner_id === ownerId)
  if (!owner) throw new Problem(problems.owner_unknown)
  const now = clock.now()
  const screened = await screenOwners(screening, { environment: screenedIn, owners: [owner], now })
  await db.transaction(async (sql) => {
    const facts = await lockBusiness(sql, secrets, merchantId)
    if (JSON.stringify(facts?.owners) !== JSON.stringify(owners)) throw new Problem(problems.business_changed)
    await recordOwners(sql, merchantId, screened)
    const detail = { owner: ownerId, reason }
    audit(sql, secrets, { admin, action: 'business.owner_screened', subject: code, detail, now })
  })
}
