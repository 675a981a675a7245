// The routes of the upload page: whoever has the link may send the papers it asks for, and reads nothing but how far they are.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { languages } from '../../../kernel/language.ts'
import {
  announcedFields,
  pieceOf,
  pieceProblems,
  pieceRoute,
  progressFields,
} from '../../../platform/documents/upload-piece.ts'
import { maxUploadBytes } from '../../../platform/documents/uploaded-file.ts'
import { anyone } from '../../../platform/http/access.ts'
import { dataResponse, named, zonelessStamp } from '../../../platform/http/api.ts'
import { check, optional } from '../../../platform/http/body/body.ts'
import { endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { requestProblems } from '../../../platform/http/problems.ts'
import { openRateLimit, takeFromBudget } from '../../../platform/http/rate-limit.ts'
import { fieldProblem, remittanceProblems as problems } from '../../transfer/problems.ts'
import { type LinkNeeds, openLink } from './link.ts'
import { paperKinds } from './paper.ts'
import { beginFile, fileProgress, receivePiece } from './receive-file.ts'
import { tokenHash } from './request-papers.ts'
import { renderProgress } from './upload.ts'

const exampleFileId = '019ab3c4-8b21-7d42-9f36-7e1f2c3d4e5f'
const exampleToken = 'q3Yk0b7nWm2VfJ5xT8sLr1HcZp4DgUaEiO6vKyNtBwM'

const byToken = {
  token: z.string().meta({ description: 'From the link.', examples: [exampleToken] }),
}
const byFile = { ...byToken, file_id: z.string().meta({ examples: [exampleFileId] }) }

const progress = z
  .object({
    ...progressFields,
    papers: z.array(z.enum(paperKinds)).meta({
      description: 'Which of the wanted papers it is, as its sender said: one file can be several.',
    }),
  })
  .meta({ id: 'UploadProgress' })
const exampleProgress = {
  id: exampleFileId,
  name: 'carte.jpg',
  size: 482_113,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  offset: 131_072,
  state: 'RECEIVING',
  fault: null,
  papers: ['IDENTITY', 'ADDRESS'],
} satisfies z.input<typeof progress>

const progressResponse = dataResponse('UploadProgressResponse', progress, exampleProgress)

const linkResponse = dataResponse(
  'UploadLink',
  z.object({
    institution: z.string().meta({ description: 'Who asks.' }),
    transfer: z
      .object({
        partner: z.string(),
        sent_at: zonelessStamp,
        number_end: z.string().meta({ description: 'The last three digits of the number it was sent to.' }),
      })
      .nullable()
      .meta({
        description: 'The transfer that the papers are for, by which its sender knows the request.',
      }),
    wanted: z.array(z.enum(paperKinds)),
    note: z.string().nullable(),
    language: z.enum(languages),
    expires_at: zonelessStamp,
    most_files: z.int(),
    most_bytes: z.int().meta({ description: 'The size of a file.' }),
    files: z.array(progress),
  }),
  {
    institution: 'Likuta',
    transfer: { partner: 'Kivu Remit', sent_at: '2026-11-21T09:30:00.118204', number_end: '001' },
    wanted: ['IDENTITY', 'FUNDS'],
    note: null,
    language: 'fr',
    expires_at: '2026-11-28T09:30:00.118204',
    most_files: 5,
    most_bytes: maxUploadBytes,
    files: [exampleProgress],
  },
)

export const announcementSchema = z.object({
  ...announcedFields,
  papers: optional(z.array(z.enum(paperKinds)).max(paperKinds.length)).meta({
    description:
      'Which of the wanted papers it is. The same file announced again for another paper counts for both.',
  }),
})
const announcementBody = named('UploadAnnouncement', announcementSchema, {
  name: 'carte.jpg',
  size: 482_113,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  papers: ['IDENTITY', 'ADDRESS'],
})

const base = { tag: 'Papers', priority: 'status', access: anyone, limitedAs: 'page' } as const
const { rate_limited } = requestProblems

const offsetMissing = () =>
  fieldProblem(problems.field_missing, 'Upload-Offset', 'Where the piece begins, in bytes')

/** Requests of one link; many people of one agency may share an address. */
const perLink = { perSecond: 20, burst: 60 }

/** Limits the requests of one link. Must be called before the routes are registered. */
export function limitUploadLinks(app: FastifyInstance): void {
  const limit = openRateLimit(perLink)
  // guard: upload-link-rate
  const onRequest = async ({ params }: FastifyRequest) =>
    takeFromBudget(limit, tokenHash((params as { token: string }).token).toString('base64'))
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith(uploadPath)) route.onRequest = [...[route.onRequest ?? []].flat(), onRequest]
  })
}

export const uploadRoutes = [
  endpoint({
    ...base,
    id: 'openUploadLink',
    method: 'GET',
    path: '/api/v1/papers/:token',
    summary: 'Open an upload link',
    description: 'What is needed, and how far the files are that were sent through it.',
    params: byToken,
    responses: { 200: linkResponse },
    problems: [problems.upload_link_unknown, rate_limited],
    handle: async (needs: LinkNeeds, { params }) => succeeded(await openLink(needs, params.token)),
  }),
  endpoint({
    ...base,
    id: 'beginUpload',
    method: 'POST',
    path: '/api/v1/papers/:token/files',
    summary: 'Begin a file, or continue it',
    description:
      'A file is recognized by its SHA-256: announced again, after a reload or from another device, it continues at `offset`.',
    params: byToken,
    body: announcementBody,
    responses: { 200: progressResponse },
    problems: [problems.upload_link_unknown, problems.uploads_too_many, rate_limited],
    handle: async (needs: LinkNeeds, { request, params }) => {
      const { papers = [], ...file } = check(announcementSchema, jsonBody(request), 'body')
      return succeeded(renderProgress(await beginFile(needs, params.token, { ...file, papers })))
    },
  }),
  endpoint({
    ...base,
    id: 'readUpload',
    method: 'GET',
    path: '/api/v1/papers/:token/files/:file_id',
    summary: 'Read how far a file is',
    params: byFile,
    responses: { 200: progressResponse },
    problems: [problems.upload_link_unknown, problems.upload_unknown, rate_limited],
    handle: async (needs: LinkNeeds, { params }) =>
      succeeded(renderProgress(await fileProgress(needs, params.token, params.file_id))),
  }),
  endpoint({
    ...base,
    ...pieceRoute,
    id: 'sendUploadPiece',
    path: '/api/v1/papers/:token/files/:file_id',
    params: byFile,
    responses: { 200: progressResponse },
    problems: [
      problems.upload_link_unknown,
      problems.upload_unknown,
      problems.uploads_too_many,
      problems.upload_gap,
      problems.upload_piece_length,
      problems.field_missing,
      ...pieceProblems,
      rate_limited,
    ],
    largeBodies: true,
    handle: async (needs: LinkNeeds, { request, params }) => {
      const piece = { fileId: params.file_id, ...pieceOf(request, offsetMissing) }
      return succeeded(renderProgress(await receivePiece(needs, params.token, piece)))
    },
  }),
]

/** The prefix of their paths. */
export const uploadPath = uploadRoutes[0]!.path.replace(':token', '')
