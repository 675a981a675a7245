// Retention of what banks write about a booking, which may name whoever paid, and of the reasons of write-offs. Amounts, days,
// references and what a line was matched with stay, so that every movement keeps the line that shows it.

import { erasableKind, type ScannedRow } from '../../admin/retention/kind.ts'
import { statement } from '../../platform/database/database.ts'

// guard: retention-decided-lines
const isDue = `l.texts_erased_at is null and l.state in ('MATCHED', 'WRITTEN_OFF') and l.decided_at <= $1`
const scanLines = statement<ScannedRow>(
  'scan_bank_lines_for_retention',
  `select l.id, f.imported_at as at, coalesce(${isDue}, false) as is_due, l.texts_erased_at is not null as is_erased
     from bank_line l join bank_file f on f.id = l.file_id where l.id > $2 order by l.id limit $3`,
)
const eraseTexts = statement<{ id: bigint }>(
  'erase_bank_line_texts',
  `with due as (
     select l.id from bank_line l where l.id = any($2::bigint[]) and ${isDue} order by l.id for update of l
   ), gone as (
     update bank_line l
        set text = '', write_off_reason = case when l.write_off_reason is not null then 'Erased' end, texts_erased_at = $3
       from due where l.id = due.id returning l.id)
   select id from gone order by id`,
)

export const bankLineRetention = erasableKind('bank_line_texts', scanLines, eraseTexts)
