// The statement that a query asks for, as a file.
import type { Sql } from '../../platform/database/database.ts'
import type { ListOwner } from '../../platform/database/day-list.ts'
import type { PreparedDownload } from '../../platform/http/downloads/downloads.ts'
import { readQuery } from '../../platform/http/lists/list-query.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { camtPieces } from './formats/camt.ts'
import { csvPieces } from './formats/csv.ts'
import { jsonPieces } from './formats/json.ts'
import { pdfPieces } from './formats/pdf.ts'
import { type StatementFormat, statementQueryAt } from './schemas.ts'
import { linesOf, readStatement } from './statement.ts'

const types: Record<StatementFormat, string> = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
  'camt.053': 'application/xml; charset=utf-8',
}

export type StatementNeeds = { db: Sql; clock: Clock }

/** A statement as a file: its beginning is read when it may be sent, its lines as they are sent. @throws InvalidBody */
export function downloadStatement(
  { db, clock }: StatementNeeds,
  owner: ListOwner,
  query: unknown,
): PreparedDownload {
  const now = clock.now()
  const { period, currency, format, lang } = readQuery(statementQueryAt(now), query)
  const prepare = async () => {
    const statement = await readStatement(db, owner, { currency, period, now })
    const lines = linesOf(db, statement)
    const pieces = {
      json: () => jsonPieces(statement, lines),
      csv: () => csvPieces(statement, lines),
      pdf: () => pdfPieces(statement, lines, lang),
      'camt.053': () => camtPieces(statement, lines),
    }
    const name = `statement-${statement.holder.merchant_code}-${currency}-${period.name}`
    const ending = format === 'camt.053' ? 'xml' : format
    return { filename: `${name}.${ending}`, pieces: pieces[format]() }
  }
  return { type: types[format], prepare }
}
