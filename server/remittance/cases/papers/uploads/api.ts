// The routes of the upload page: whoever has the link may send the papers it asks for, and reads nothing but how far they are.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../../../kernel/problem.ts'
import { maxUploadBytes } from '../../../../platform/documents/uploaded-file.ts'
import { anyone } from '../../../../platform/http/access.ts'
import type { Endpoint } from '../../../../platform/http/api.ts'
import { check } from '../../../../platform/http/body/body.ts'
import { jsonBody } from '../../../../platform/http/http.ts'
import { requestProblems } from '../../../../platform/http/problems.ts'
import { openRateLimit, takeFromBudget } from '../../../../platform/http/rate-limit.ts'
import { sendData } from '../../../http/routes.ts'
import { remittanceProblems as problems } from '../../../transfer/problems.ts'
import { tokenHash } from '../requests/paper-request.ts'
import { type LinkNeeds, openLink } from './link.ts'
import { beginFile, fileProgress, receivePiece } from './receive-file.ts'
import {
  announcementBody,
  announcementSchema,
  byFile,
  byToken,
  linkResponse,
  progressResponse,
} from './schemas.ts'
import { maxPieceBytes, renderProgress } from './upload.ts'

const base = { tag: 'Papers' } as const
const { rate_limited } = requestProblems

const endpoints = {
  open: {
    ...base,
    id: 'openUploadLink',
    method: 'GET',
    path: '/api/v1/papers/:token',
    priority: 'status',
    access: anyone,
    summary: 'Open an upload link',
    description: 'What is needed, and how far the files are that were sent through it.',
    params: byToken,
    responses: { 200: linkResponse },
    problems: [problems.upload_link_unknown, rate_limited],
  },
  begin: {
    ...base,
    id: 'beginUpload',
    method: 'POST',
    path: '/api/v1/papers/:token/files',
    priority: 'status',
    access: anyone,
    summary: 'Begin a file, or continue it',
    description:
      'A file is recognized by its SHA-256: announced again, after a reload or from another device, it continues at `offset`.',
    params: byToken,
    body: announcementBody,
    responses: { 200: progressResponse },
    problems: [problems.upload_link_unknown, problems.uploads_too_many, rate_limited],
  },
  progress: {
    ...base,
    id: 'readUpload',
    method: 'GET',
    path: '/api/v1/papers/:token/files/:file_id',
    priority: 'status',
    access: anyone,
    summary: 'Read how far a file is',
    params: byFile,
    responses: { 200: progressResponse },
    problems: [problems.upload_link_unknown, problems.upload_unknown, rate_limited],
  },
  piece: {
    ...base,
    id: 'sendUploadPiece',
    method: 'PATCH',
    path: '/api/v1/papers/:token/files/:file_id',
    priority: 'status',
    access: anyone,
    summary: 'Send a piece of a file',
    description:
      'The next bytes, at most 64 KiB. A piece that was received before changes nothing; the response says where to continue. With the last piece the file is checked: then it is `RECEIVED`, or `REFUSED` for a `fault`.',
    params: byFile,
    headers: {
      'Upload-Offset': z
        .int()
        .min(0)
        .max(maxUploadBytes)
        .meta({ description: 'Where the piece begins.', examples: [131_072] }),
    },
    bodyType: 'application/octet-stream',
    responses: { 200: progressResponse },
    problems: [
      problems.upload_link_unknown,
      problems.upload_unknown,
      problems.uploads_too_many,
      problems.upload_gap,
      problems.upload_piece_length,
      problems.field_missing,
      requestProblems.compressed_body,
      requestProblems.body_too_large,
      rate_limited,
    ],
  },
} satisfies Record<string, Endpoint>

/** The path prefix whose callers are limited by address. */
export const uploadPath = '/api/v1/papers/'

/** Requests of one link; many people of one agency may share an address. */
const perLink = { perSecond: 20, burst: 60 }

type ByFile = { Params: { token: string; file_id: string } }

export function registerUploadRoutes(app: FastifyInstance, needs: LinkNeeds): void {
  const path = `${uploadPath}:token`
  const limit = openRateLimit(perLink)
  // guard: upload-link-rate
  const onRequest = async ({ params }: FastifyRequest) =>
    takeFromBudget(limit, tokenHash((params as ByFile['Params']).token).toString('base64'))
  app.get<ByFile>(path, { onRequest, config: { api: endpoints.open } }, async (request, reply) =>
    sendData(reply, await openLink(needs, request.params.token)),
  )
  app.post<ByFile>(
    `${path}/files`,
    { onRequest, config: { api: endpoints.begin } },
    async (request, reply) => {
      const { papers = [], ...file } = check(announcementSchema, jsonBody(request), 'body')
      const announced = { ...file, papers }
      return sendData(reply, renderProgress(await beginFile(needs, request.params.token, announced)))
    },
  )
  app.get<ByFile>(
    `${path}/files/:file_id`,
    { onRequest, config: { api: endpoints.progress } },
    async (request, reply) => {
      const { token, file_id: fileId } = request.params
      return sendData(reply, renderProgress(await fileProgress(needs, token, fileId)))
    },
  )
  app.patch<ByFile>(
    `${path}/files/:file_id`,
    { onRequest, bodyLimit: maxPieceBytes, config: { api: endpoints.piece, largeBodies: true } },
    async (request, reply) => {
      const { token, file_id: fileId } = request.params
      const piece = { fileId, offset: offsetOf(request), bytes: bytesOf(request) }
      return sendData(reply, renderProgress(await receivePiece(needs, token, piece)))
    },
  )
}

/** @throws Problem 400 */
function offsetOf({ headers }: FastifyRequest): number {
  const sent = headers['upload-offset']
  if (typeof sent === 'string' && /^\d{1,7}$/.test(sent)) return Number(sent)
  throw new Problem(problems.field_missing, {}, {}, [
    { field: 'Upload-Offset', message: 'Where the piece begins, in bytes' },
  ])
}

/** @throws Problem 415 */
function bytesOf({ headers, rawBody }: FastifyRequest): Buffer {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new Problem(requestProblems.compressed_body)
  return rawBody
}
