// The result of a batch as CSV: what became of each row, for the books of whoever uploaded it.
import type { FastifyReply } from 'fastify'
import { fileSchema, separatedBy } from '../../platform/documents/separated-file.ts'
import { check } from '../../platform/http/body/body.ts'
import { byteOrderMark, openDownloads } from '../../platform/http/downloads.ts'
import type { BatchKind } from '../kind.ts'
import type { BatchRow } from '../queries.ts'
import type { BatchNeeds } from '../upload.ts'
import { fieldsOf } from './requests.ts'

const send = openDownloads()

export async function resultFile(
  needs: BatchNeeds,
  reply: FastifyReply,
  kind: BatchKind,
  batch: BatchRow,
  query: unknown,
): Promise<FastifyReply> {
  const { separator } = check(fileSchema, query, 'query')
  const text = separatedBy(separator, kind.result.headings)
  return send(reply, batch.merchant_id, {
    type: 'text/csv; charset=utf-8',
    filename: `${batch.batch_id}.csv`,
    pieces: piecesOf(needs, kind, batch, text),
  })
}

async function* piecesOf(
  needs: BatchNeeds,
  { result, statements }: BatchKind,
  { id, batch_id }: BatchRow,
  text: ReturnType<typeof separatedBy>,
): AsyncGenerator<string> {
  yield byteOrderMark + text([result.headings])
  for (let after = 0; ; ) {
    const rows = await needs.db.rows(statements.rowsAfter, [id, after])
    const last = rows.at(-1)
    if (!last) return
    yield text(rows.map((row) => result.lineOf(fieldsOf(needs, batch_id, row), row)))
    after = last.number
  }
}
