// What the routes of batches do, for merchants' servers and for their users alike.
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { paged, rangeOf, readQuery } from '../../platform/http/list-query.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { remittanceProblems as problems } from '../transfer/problems.ts'
import { walletPair } from '../wallets/merchant-reads.ts'
import {
  type BatchOwner,
  type BatchRow,
  countBatches,
  countListed,
  countRows,
  findBatch,
  listBatches,
  listRows,
} from './queries.ts'
import { renderBatch, renderRow, summaryOf } from './responses.ts'
import { batchesQuery, rowsQuery, uploadQuery } from './schemas.ts'
import type { BatchNeeds } from './upload.ts'

export function fileOf(request: FastifyRequest, needs: BatchNeeds) {
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const kind = ({ 'text/csv': 'csv', 'application/json': 'json' } as const)[type.trim()]
  const { 'content-encoding': encoding = 'identity' } = request.headers
  if (encoding !== 'identity') throw new Problem(requestProblems.compressed_body)
  if (!kind) throw new Problem(requestProblems.unsupported_media_type)
  const { name = needs.clock.now().toString().slice(0, 10) } = readQuery(uploadQuery, request.query)
  return { bytes: request.rawBody, kind, name }
}

export async function rendered({ db }: BatchNeeds, batch: BatchRow) {
  const owner = { id: batch.merchant_id, environment: batch.environment }
  const [counts, { available }] = await Promise.all([db.rows(countRows, [batch.id]), walletPair(db, owner)])
  return renderBatch(batch, counts, available)
}

/** @throws Problem 404 */
export async function ownBatch({ db }: BatchNeeds, owner: BatchOwner, batchId: string): Promise<BatchRow> {
  const batch = await findBatch(db, owner, batchId)
  if (!batch) throw new Problem(problems.batch_unknown)
  return batch
}

export async function batchesPage(
  { db }: BatchNeeds,
  { merchantId, environment }: BatchOwner,
  query: unknown,
) {
  const page = readQuery(batchesQuery, query)
  const { limit, offset } = rangeOf(page)
  const [[count], batches] = await Promise.all([
    db.rows(countBatches, [merchantId, environment]),
    db.rows(listBatches, [merchantId, environment, limit, offset]),
  ])
  return paged(page, { items: batches.map(summaryOf), total: Number(count?.total ?? 0) })
}

export async function rowsPage(needs: BatchNeeds, owner: BatchOwner, batchId: string, sent: unknown) {
  const { state, field = null, ...page } = readQuery(rowsQuery, sent)
  const batch = await ownBatch(needs, owner, batchId)
  const { limit, offset } = rangeOf(page)
  const wanted = state === undefined || state === 'all' ? null : state
  const [rows, [count]] = await Promise.all([
    needs.db.rows(listRows, [batch.id, wanted, field, limit, offset]),
    needs.db.rows(countListed, [batch.id, wanted, field]),
  ])
  const total = Number(count?.total ?? 0)
  return paged(page, { items: rows.map((row) => renderRow(needs.secrets, batch.batch_id, row)), total })
}

/** The number of a row in a path. @throws Problem 404 */
export function rowNumberOf(sent: string): number {
  if (!/^[1-9]\d{0,4}$/.test(sent)) throw new Problem(problems.batch_row_unknown)
  return Number(sent)
}
