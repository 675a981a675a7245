// The routes by which compliance officers review a business: its facts, papers and owners.
import { z } from 'zod'
import { adminOf, adminStepUpHeader, decisionProblems } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { isUuid } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { admins } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { sendFile, storedFile } from '../../platform/http/downloads.ts'
import { endpoint, type NeedsOf, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { merchantAdminProblems, businessProblems as problems } from '../problems.ts'
import {
  type DecisionNeeds,
  decideOwnerScreening,
  decidePaper,
  merchantOfBusiness,
  repeatOwnerScreening,
} from './decide-paper.ts'
import { expiringPapers } from './expiring-papers.ts'
import { readBytes } from './file-parts.ts'
import { fileProgress } from './receive-file.ts'
import {
  exampleFileId,
  exampleOwnerId,
  examplePaperId,
  expiringResponse,
  ownerDecisionBody,
  ownerDecisionSchema,
  paperDecisionBody,
  paperDecisionSchema,
  reviewResponse,
} from './schemas.ts'
import { businessForReview } from './view.ts'

const tag = 'Admin: merchants'
const path = { merchant_code: z.string().meta({ examples: ['LKT-7K2M-9QXA'] }) }
const byFile = { ...path, file_id: z.string().meta({ examples: [exampleFileId] }) }
const byPaper = { ...path, paper_id: z.string().meta({ examples: [examplePaperId] }) }
const byOwner = { ...path, owner_id: z.string().meta({ examples: [exampleOwnerId] }) }

const reading = { tag, method: 'GET', priority: 'list', access: admins('compliance') } as const
const deciding = {
  tag,
  method: 'POST',
  priority: 'list',
  stepUp: 'required',
  headers: adminStepUpHeader,
} as const

type ReviewNeeds = DecisionNeeds & { asksPapers: boolean }

export const businessReviewRoutes = [
  endpoint({
    ...reading,
    id: 'readMerchantBusiness',
    path: '/api/v1/admin/merchants/:merchant_code/business',
    summary: 'Retrieve the business of a merchant for review',
    description: 'Recorded in the audit log as `business.viewed`.',
    params: path,
    responses: { 200: reviewResponse },
    problems: [merchantAdminProblems.merchant_unknown],
    handle: async (needs: ReviewNeeds, { request, params }) => {
      const { db, secrets, clock, asksPapers } = needs
      const { id: merchantId, merchant_code: code } = await merchantOfBusiness(db, params.merchant_code)
      const now = clock.now()
      const entry = { admin: adminOf(request), action: 'business.viewed', subject: code, detail: {}, now }
      // guard: business-view-audited
      await db.transaction(async (sql) => audit(sql, secrets, entry))
      return succeeded(await businessForReview({ db, secrets }, { merchantId, asksPapers, now }))
    },
  }),
  endpoint({
    ...reading,
    id: 'downloadBusinessFile',
    path: '/api/v1/admin/merchants/:merchant_code/business/files/:file_id',
    summary: 'Download a file of a paper',
    description: 'Recorded in the audit log as `business.file_viewed`.',
    params: byFile,
    responses: { 200: storedFile },
    problems: [merchantAdminProblems.merchant_unknown, problems.file_unknown],
    handle: async (needs: DecisionNeeds, { request, reply, params }) => {
      const { db, secrets, clock } = needs
      const { id, merchant_code: subject } = await merchantOfBusiness(db, params.merchant_code)
      const file = await fileProgress(db, id, isUuid(params.file_id) ? params.file_id : '')
      if (file.type === null) throw new Problem(problems.file_unknown)
      const content = await readBytes(db, secrets, file.id)
      const detail = { file: file.file_id }
      const entry = {
        admin: adminOf(request),
        action: 'business.file_viewed',
        subject,
        detail,
        now: clock.now(),
      }
      // guard: business-file-audited
      await db.transaction(async (sql) => audit(sql, secrets, entry))
      return sendFile(reply, { name: file.name, type: file.type, content })
    },
  }),
  endpoint({
    ...deciding,
    id: 'decideBusinessPaper',
    path: '/api/v1/admin/merchants/:merchant_code/business/papers/:paper_id',
    access: admins('compliance'),
    conflictOfInterest: actAgainst(merchantOf.code, ({ decision }) => decision === 'return'),
    summary: 'Accept or return a paper',
    description: 'A paper that was returned can be sent again, while the request stays pending.',
    params: byPaper,
    body: paperDecisionBody,
    responses: { 200: reviewResponse },
    problems: [
      ...decisionProblems,
      merchantAdminProblems.merchant_unknown,
      problems.paper_unknown,
      problems.paper_decided,
      problems.paper_changed,
      problems.not_submitted,
    ],
    handle: async (needs: ReviewNeeds, { request, params }) => {
      const decision = check(paperDecisionSchema, jsonBody(request), 'body')
      const { merchant_code: code, paper_id: paperId } = params
      await decidePaper(needs, { code, paperId, admin: adminOf(request) }, decision)
      return succeeded(await reviewed(needs, code))
    },
  }),
  endpoint({
    ...deciding,
    id: 'decideBusinessOwner',
    path: '/api/v1/admin/merchants/:merchant_code/business/owners/:owner_id',
    access: admins('compliance'),
    conflictOfInterest: actAgainst(merchantOf.code, ({ decision }) => decision === 'confirm'),
    summary: 'Decide whether an owner is the person on a list',
    description:
      'An owner who was found on a list blocks the approval until an officer has cleared them. `repeat` screens the owner again, as where the lists could not be read.',
    params: byOwner,
    body: ownerDecisionBody,
    responses: { 200: reviewResponse },
    problems: [
      ...decisionProblems,
      merchantAdminProblems.merchant_unknown,
      problems.owner_unknown,
      problems.owner_decided,
      problems.business_changed,
    ],
    handle: async (needs: Parameters<typeof repeatOwnerScreening>[0] & ReviewNeeds, { request, params }) => {
      const { decision, reason } = check(ownerDecisionSchema, jsonBody(request), 'body')
      const { merchant_code: code, owner_id: ownerId } = params
      const which = { code, ownerId, admin: adminOf(request) }
      if (decision === 'repeat') await repeatOwnerScreening(needs, which, reason)
      else await decideOwnerScreening(needs, which, { decision, reason })
      return succeeded(await reviewed(needs, code))
    },
  }),
  endpoint({
    ...reading,
    id: 'listExpiringBusinessPapers',
    path: '/api/v1/admin/business-papers',
    summary: 'List papers of live merchants that have expired or will within 30 days',
    description: 'The earliest first, at most 200. Nothing stops by itself.',
    responses: { 200: expiringResponse },
    handle: async ({ db, clock }: DecisionNeeds) =>
      succeeded({ items: await expiringPapers(db, clock.now()) }),
  }),
]

export type BusinessReviewNeeds = NeedsOf<typeof businessReviewRoutes>

async function reviewed({ db, secrets, clock, asksPapers }: ReviewNeeds, code: string) {
  const { id: merchantId } = await merchantOfBusiness(db, code)
  return businessForReview({ db, secrets }, { merchantId, asksPapers, now: clock.now() })
}
