// The result of a batch as CSV: what became of each row, for the books of whoever uploaded it.
import type { FastifyReply } from 'fastify'
import { type Separator, separatedBy, type Titles } from '../../platform/documents/separated-file.ts'
import { byteOrderMark, type Line, openDownloads } from '../../platform/http/downloads.ts'
import type { BatchKind } from '../kind.ts'
import type { BatchRow } from '../queries.ts'
import type { BatchNeeds } from '../upload.ts'
import { fieldsOf } from './requests.ts'

const send = openDownloads()

type File = { separator: Separator; language?: keyof Titles | undefined }

/** @param file a language for its titles and the names of states; without one, as the API writes them */
export async function resultFile(
  needs: BatchNeeds,
  reply: FastifyReply,
  { kind, batch, file }: { kind: BatchKind; batch: BatchRow; file: File },
): Promise<FastifyReply> {
  return send(reply, batch.merchant_id, {
    type: 'text/csv; charset=utf-8',
    filename: `${batch.batch_id}.csv`,
    pieces: piecesOf(needs, kind, batch, file),
  })
}

async function* piecesOf(
  needs: BatchNeeds,
  { result, statements }: BatchKind,
  { id, batch_id }: BatchRow,
  { separator, language }: File,
): AsyncGenerator<string> {
  const { headings } = result
  const text = separatedBy(separator, headings)
  const named = (names: Titles, name: string) => (language ? (names[language][name] ?? name) : name)
  yield byteOrderMark + text([headings.map((name) => named(result.titles, name))])
  const stateAt = headings.indexOf('state')
  const written = (line: Line) => line.with(stateAt, named(result.states, line[stateAt] ?? ''))
  for (let after = 0; ; ) {
    const rows = await needs.db.rows(statements.rowsAfter, [id, after])
    const last = rows.at(-1)
    if (!last) return
    yield text(rows.map((row) => written(result.lineOf(fieldsOf(needs, batch_id, row), row))))
    after = last.number
  }
}
