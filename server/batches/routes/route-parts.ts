// The declarations that the routes of batches share, for merchants' servers and for their users.
import type { ProblemSpec } from '../../kernel/problem.ts'
import { fileSchema } from '../../platform/documents/separated-file.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { cancelBatch, pauseBatch, resumeBatch, retryFailed } from '../change-batch.ts'
import { batchProblems as problems } from '../problems.ts'
import { batchesQuery, batchesResponse, batchPath, batchResponse, rowsQuery, uploadQuery } from './schemas.ts'

const maxFile = 8 * 1024 * 1024
const tag = 'Batches'

export const uploadPart = {
  tag,
  method: 'POST',
  priority: 'order',
  query: uploadQuery,
  bodyType: 'text/csv',
  responses: { 200: batchResponse },
  problems: [problems.batch_file, problems.batch_repeated, requestProblems.upload_too_large],
  bodyLimit: maxFile,
  repeatable: true,
} as const
export const listPart = {
  tag,
  method: 'GET',
  priority: 'list',
  summary: 'List batches',
  description: 'Newest first.',
  query: batchesQuery,
  responses: { 200: batchesResponse },
} as const
export const readPart = {
  tag,
  method: 'GET',
  priority: 'status',
  summary: 'Retrieve a batch',
  description: 'With its progress: how many rows are in each state, and what they cost.',
  params: batchPath,
  responses: { 200: batchResponse },
  problems: [problems.batch_unknown],
} as const
export const rowsPart = {
  tag,
  method: 'GET',
  priority: 'list',
  summary: 'List the rows of a batch',
  description: 'In the order of the file, with what is wrong with them and what became of them.',
  params: batchPath,
  query: rowsQuery,
  problems: [problems.batch_unknown],
} as const

export const resultPart = {
  tag,
  method: 'GET',
  priority: 'list',
  summary: 'Download the result of a batch',
  description: 'A line for each row, also while the batch is running.',
  params: batchPath,
  query: fileSchema,
  responses: { 200: { description: 'A CSV file.', type: 'text/csv' } },
  problems: [problems.batch_unknown],
  // A HEAD request would produce the whole file only to discard it.
  exposeHeadRoute: false,
} as const

type Act = {
  /** As in the id of its route. */
  verb: string
  summary: string
  description: string
  work: typeof pauseBatch
  problems: readonly ProblemSpec[]
}

export const acts = {
  pause: {
    verb: 'pause',
    summary: 'Pause a batch',
    description: 'Rows that are being sent are sent to their end.',
    work: pauseBatch,
    problems: [problems.batch_unknown, problems.batch_state],
  },
  resume: {
    verb: 'resume',
    summary: 'Resume a paused batch',
    description: 'Also one that waits for money.',
    work: resumeBatch,
    problems: [problems.batch_unknown, problems.batch_state],
  },
  cancel: {
    verb: 'cancel',
    summary: 'Cancel a batch',
    description: 'What was not sent is never sent; what was sent stays as it is.',
    work: cancelBatch,
    problems: [problems.batch_unknown, problems.batch_state],
  },
  'retry-failed': {
    verb: 'retryFailedRowsOf',
    summary: 'Send the failed rows of a batch again',
    description: `With the reference \`<batch_id>/<reference>/2\` and so on. A row that was refused without a transfer keeps its reference, and one whose
outcome is contradictory is left out.`,
    work: retryFailed,
    problems: [problems.batch_unknown, problems.batch_state, problems.batch_nothing_failed],
  },
} as const satisfies Record<string, Act>

export type ActName = keyof typeof acts
const actBase = {
  tag,
  method: 'POST',
  priority: 'order',
  params: batchPath,
  responses: { 200: batchResponse },
} as const
export const actPart = (name: ActName) => {
  const { summary, description, problems }: Act = acts[name]
  return { ...actBase, summary, description, problems }
}
