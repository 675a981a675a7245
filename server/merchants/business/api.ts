// The routes by which the owner of a merchant states the business and sends its papers.
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import { pieceOf, pieceProblems, pieceRoute } from '../../platform/documents/upload-piece.ts'
import { users } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { latestRequest } from '../go-live.ts'
import { businessProblems as problems } from '../problems.ts'
import { homeOf, type Session } from '../sign-in/bearer.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import {
  beginFile,
  type FileNeeds,
  fileProgress,
  receivePiece,
  removeFile,
  renderProgress,
} from './receive-file.ts'
import { saveBusiness } from './save-business.ts'
import {
  announcementBody,
  announcementSchema,
  businessResponse,
  exampleFileId,
  factsBody,
  progressResponse,
} from './schemas.ts'
import { businessOfMerchant } from './view.ts'

/** Numbers, birth dates and documents are read by the owner alone, as they may be of persons who are not users. */
const business = { tag: 'Account', priority: 'list', access: users('configure') } as const
const byFile = { file_id: z.string().meta({ examples: [exampleFileId] }) }

const offsetMissing = () => new Problem(problems.file_offset_missing)

async function render(needs: FileNeeds, session: Session) {
  const { db, secrets, clock, asksPapers } = needs
  const { merchantId, environment } = session
  const isFixed =
    environment === 'production' ||
    homeOf(session) !== merchantId ||
    (await latestRequest(db, merchantId))?.state === 'PENDING'
  return businessOfMerchant({ db, secrets }, { merchantId, asksPapers, isFixed, now: clock.now() })
}

export const businessRoutes = [
  userEndpoint({
    ...business,
    id: 'readBusiness',
    method: 'GET',
    path: '/api/v1/merchant/business',
    summary: 'Retrieve the business, its papers and what is missing to go live',
    responses: { 200: businessResponse },
    work: async (needs: FileNeeds, { session }) => render(needs, session),
  }),
  userEndpoint({
    ...business,
    id: 'saveBusiness',
    method: 'PUT',
    path: '/api/v1/merchant/business',
    summary: 'Save the business',
    description:
      'A draft may lack anything, and a number of a wrong form is refused. Owners are those of 25 % or more, or who manage the business; who is left out is removed with their papers.',
    body: factsBody,
    responses: { 200: businessResponse },
    problems: [problems.papers_off, problems.business_fixed],
    work: async (needs: FileNeeds, { session, request }) => {
      await saveBusiness(needs, session, jsonBody(request))
      return render(needs, session)
    },
  }),
  userEndpoint({
    ...business,
    id: 'beginBusinessFile',
    method: 'POST',
    path: '/api/v1/merchant/business/files',
    summary: 'Begin a file of a paper, or continue it',
    description:
      'A file is recognized by its SHA-256: announced again, after a reload or from another device, it continues at `offset`. A paper may have several files, which are decided together.',
    body: announcementBody,
    responses: { 200: progressResponse },
    problems: [problems.papers_off, problems.paper_unknown, problems.files_too_many],
    work: async (needs: FileNeeds, { session, request }) => {
      const { paper, owner_id, ...file } = check(announcementSchema, jsonBody(request), 'body')
      const place = { kind: paper, ownerId: owner_id ?? null }
      return renderProgress(await beginFile(needs, session.merchantId, { place, ...file }))
    },
  }),
  userEndpoint({
    ...business,
    priority: 'status',
    id: 'readBusinessFile',
    method: 'GET',
    path: '/api/v1/merchant/business/files/:file_id',
    summary: 'Read how far a file is',
    params: byFile,
    responses: { 200: progressResponse },
    problems: [problems.file_unknown],
    work: async ({ db }: FileNeeds, { session, params }) =>
      renderProgress(await fileProgress(db, session.merchantId, params.file_id)),
  }),
  userEndpoint({
    ...business,
    ...pieceRoute,
    priority: 'status',
    id: 'sendBusinessFilePiece',
    path: '/api/v1/merchant/business/files/:file_id',
    params: byFile,
    responses: { 200: progressResponse },
    problems: [
      problems.file_unknown,
      problems.file_gap,
      problems.file_piece_length,
      problems.file_offset_missing,
      ...pieceProblems,
    ],
    work: async (needs: FileNeeds, { session, request, params }) => {
      const piece = { fileId: params.file_id, ...pieceOf(request, offsetMissing) }
      return renderProgress(await receivePiece(needs, session.merchantId, piece))
    },
  }),
  userEndpoint({
    ...business,
    id: 'removeBusinessFile',
    method: 'DELETE',
    path: '/api/v1/merchant/business/files/:file_id',
    summary: 'Remove a file of a paper that was not decided yet',
    params: byFile,
    responses: { 200: businessResponse },
    problems: [problems.file_unknown],
    work: async (needs: FileNeeds, { session, params }) => {
      await removeFile(needs, session.merchantId, params.file_id)
      return render(needs, session)
    },
  }),
]
