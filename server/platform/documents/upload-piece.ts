// What every route has in common that receives a file in pieces: its text, its header, its bounds, and how far a file is.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import { freeText, wholeNumber } from '../http/body/body.ts'
import { requestProblems } from '../http/problems.ts'
import { maxPieceBytes, receivedFaults, receivedStates } from './received-file.ts'
import { maxUploadBytes } from './uploaded-file.ts'

/** How far a file is, as its sender reads it. */
export const progressFields = {
  id: z.string(),
  name: z.string(),
  size: z.int().meta({ description: 'Bytes.' }),
  sha256: z.string().meta({ description: 'As it was announced.' }),
  offset: z.int().meta({ description: 'Bytes received so far: where the next piece begins.' }),
  state: z.enum(receivedStates),
  fault: z.enum(receivedFaults).nullable().meta({
    description:
      '`checksum`: other bytes than announced, send it again; `format`: no complete PDF, JPEG or PNG file; `active`: a PDF with scripts, actions or attachments.',
  }),
}

/** What is said of a file before its first piece. */
export const announcedFields = {
  name: freeText({ min: 1, max: 120 }),
  size: wholeNumber({ min: 1, max: maxUploadBytes }).meta({ description: 'Bytes.' }),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: 'Of the whole file, in lower-case hexadecimal.' }),
}

/** The route of a piece, but for its path, its access and the problems of its room. */
export const pieceRoute = {
  method: 'PATCH',
  summary: 'Send a piece of a file',
  description:
    'The next bytes, at most 64 KiB. A piece that was received before changes nothing; the response says where to continue. With the last piece the file is checked: then it is `RECEIVED`, or `REFUSED` for a `fault`.',
  headers: {
    'Upload-Offset': z
      .int()
      .min(0)
      .max(maxUploadBytes)
      .meta({ description: 'Where the piece begins.', examples: [131_072] }),
  },
  bodyType: 'application/octet-stream',
  bodyLimit: maxPieceBytes,
} as const

export const pieceProblems = [requestProblems.compressed_body, requestProblems.body_too_large]

/**
 * The piece that a request carries; `offset` in bytes.
 * @param missing what a request without its offset is refused with.
 * @throws Problem `missing`, or 415 for compressed bytes
 */
export function pieceOf(
  { headers, rawBody: bytes }: FastifyRequest,
  missing: () => Problem,
): { offset: number; bytes: Buffer } {
  const sent = headers['upload-offset']
  if (typeof sent !== 'string' || !/^\d{1,7}$/.test(sent)) throw missing()
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new Problem(requestProblems.compressed_body)
  return { offset: Number(sent), bytes }
}
