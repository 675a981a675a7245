// What the routes of batches do, for merchants' servers and for their users alike.
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../kernel/problem.ts'
import { paged, rangeOf, readQuery } from '../../platform/http/list-query.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { BatchOf } from '../change-batch.ts'
import { openFields, type RowFields } from '../fields.ts'
import type { BatchKind } from '../kind.ts'
import { batchProblems as problems } from '../problems.ts'
import {
  type BatchOwner,
  type BatchRow,
  countBatches,
  findBatch,
  type ListedRow,
  listBatches,
  profileChangers,
} from '../queries.ts'
import type { BatchNeeds } from '../upload.ts'
import { renderBatch, summaryOf } from './responses.ts'
import { batchesQuery, rowsQuery, uploadQuery } from './schemas.ts'

export function fileOf(request: FastifyRequest, needs: BatchNeeds) {
  const [media = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const type = ({ 'text/csv': 'csv', 'application/json': 'json' } as const)[media.trim()]
  const { 'content-encoding': encoding = 'identity' } = request.headers
  if (encoding !== 'identity') throw new Problem(requestProblems.compressed_body)
  if (!type) throw new Problem(requestProblems.unsupported_media_type)
  const { name = needs.clock.now().toString().slice(0, 16).replace('T', ' ') } = readQuery(
    uploadQuery,
    request.query,
  )
  return { bytes: request.rawBody, type, name }
}

export async function rendered({ db }: BatchNeeds, kind: BatchKind, batch: BatchRow) {
  const [counts, available, changers] = await Promise.all([
    db.rows(kind.statements.countRows, [batch.id]),
    kind.available(db, batch),
    // Whoever may confirm it is asked for then.
    batch.state === 'CHECKED' ? profileChangers(db, batch.id) : [],
  ])
  return renderBatch(batch, counts, { available, changers })
}

/** @throws Problem 404 */
export async function ownBatch({ db }: BatchNeeds, { kind, owner, batchId }: BatchOf): Promise<BatchRow> {
  const batch = await findBatch(db, kind.name, owner, batchId)
  if (!batch) throw new Problem(problems.batch_unknown)
  return batch
}

export async function batchesPage(
  { db }: BatchNeeds,
  { name: kind }: BatchKind,
  { merchantId, environment }: BatchOwner,
  query: unknown,
) {
  const page = readQuery(batchesQuery, query)
  const { limit, offset } = rangeOf(page)
  const [[count], batches] = await Promise.all([
    db.rows(countBatches, [merchantId, environment, kind]),
    db.rows(listBatches, [merchantId, environment, kind, limit, offset]),
  ])
  return paged(page, { items: batches.map(summaryOf), total: Number(count?.total ?? 0) })
}

/** @param render a row with its fields, which are empty once they are erased. */
export async function rowsPage<Row>(
  needs: BatchNeeds,
  of: BatchOf,
  sent: unknown,
  render: (fields: RowFields, row: ListedRow) => Row,
) {
  const { state, field = null, ...page } = readQuery(rowsQuery, sent)
  const { id, batch_id } = await ownBatch(needs, of)
  const { limit, offset } = rangeOf(page)
  const wanted = state === undefined || state === 'all' ? null : state
  const { listRows, countListed } = of.kind.statements
  const [rows, [count]] = await Promise.all([
    needs.db.rows(listRows, [id, wanted, field, limit, offset]),
    needs.db.rows(countListed, [id, wanted, field]),
  ])
  const items = rows.map((row) => render(fieldsOf(needs, batch_id, row), row))
  return paged(page, { items, total: Number(count?.total ?? 0) })
}

/** The fields of a row; none once they are erased. */
export function fieldsOf({ secrets }: BatchNeeds, batchId: string, row: ListedRow): RowFields {
  const { number, fields_sealed } = row
  return fields_sealed ? openFields(secrets, batchId, { number, fields_sealed }) : {}
}

/** The number of a row in a path. @throws Problem 404 */
export function rowNumberOf(sent: string): number {
  if (!/^[1-9]\d{0,4}$/.test(sent)) throw new Problem(problems.batch_row_unknown)
  return Number(sent)
}
