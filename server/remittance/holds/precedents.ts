// Earlier decisions on the same entry of a list, or on the same name elsewhere, so that a hold is decided as its kind was before. They name no person: whoever wants
// to compare opens the transfer, which is audited.
import { z } from 'zod'
import { formOfName } from '../../kernel/text/name-skeleton.ts'
import { sentRows, toSentRows } from '../../platform/database/coalescing-batch.ts'
import { controlStatement, statement, type Tx } from '../../platform/database/database.ts'
import { type Listed, mergedRows } from '../../platform/database/over-cells.ts'
import { zonelessStamp } from '../../platform/http/api.ts'
import { stamp } from '../transfer/formats.ts'
import { transferSubject } from '../transfer/timeline.ts'

/** How many decisions are shown for each match. */
const shown = 5

const readMatches = controlStatement<{ list: string; entry_id: string; matched_name: string }>(
  'read_matches_of_review',
  `select distinct on (m ->> 'list', m ->> 'entryId')
          m ->> 'list' as list, m ->> 'entryId' as entry_id, m ->> 'matchedName' as matched_name
     from screened_party p cross join jsonb_array_elements(p.matches) m
    where p.subject = $1 and p.decision = 'hold'`,
)
const insertMatches = statement(
  'insert_transfer_review_matches',
  `insert into transfer_review_match (list, entry_id, matched_name, name_form, transfer_id)
   select list, entry_id, matched_name, name_form, $2
     from json_to_recordset($1) m (list text, entry_id text, matched_name text, name_form text)
   on conflict do nothing`,
)

/** Records which entries of lists a decision was about. */
export async function recordPrecedent(sql: Tx, transfer: bigint): Promise<void> {
  const matches = await sql.rows(readMatches, [transferSubject(transfer)])
  const rows = matches.map((match) => ({ ...match, name_form: formOfName(match.matched_name) }))
  await sql.rows(insertMatches, [JSON.stringify(rows), transfer])
}

type PrecedentRow = {
  /** The match that the decision is a precedent for. */
  n: number
  is_same_entry: boolean
  is_same_name: boolean
  matched_name: string
  transaction_id: string
  decision: 'released' | 'rejected'
  reason: string
  decided_by: string
  decided_at: Temporal.Instant
  held_seconds: number
}

const findPrecedents = statement<PrecedentRow>(
  'find_precedents',
  `with ${sentRows('list text, entry_id text, name_form text')}
   select sent.n, d.* from sent
    cross join lateral (
      select m.list = sent.list and m.entry_id = sent.entry_id as is_same_entry, m.name_form = sent.name_form as is_same_name,
             m.matched_name, t.transaction_id, v.decision, v.reason, v.decided_by, v.decided_at,
             extract(epoch from v.decided_at - t.created_at)::int as held_seconds
        from transfer_review_match m
        join transfer_review v on v.transfer_id = m.transfer_id
        join transfer t on t.id = m.transfer_id
       where (m.list = sent.list and m.entry_id = sent.entry_id) or m.name_form = sent.name_form
       order by m.transfer_id desc, is_same_entry desc limit ${shown}) d`,
)

type Match = { list: string; entry_id: string; entry_name: string; matched_name: string }

const latestFirst = (a: PrecedentRow, b: PrecedentRow) => Temporal.Instant.compare(b.decided_at, a.decided_at)

/**
 * Returns the last decisions on the entry of each of these matches, or on the same name of another entry or list, newest first.
 */
export async function precedentsOf(listed: Listed, matches: readonly Match[]) {
  const sent = matches.map(({ list, entry_id, matched_name }) => ({
    list,
    entry_id,
    name_form: formOfName(matched_name),
  }))
  const read = { statement: findPrecedents, values: [toSentRows(sent)] }
  const rows = sent.length === 0 ? [] : await mergedRows(listed, read, latestFirst)
  return (match: Match) =>
    rows
      .filter(({ n }) => matches[n] === match)
      .slice(0, shown)
      .map(({ n: _, is_same_entry, is_same_name, matched_name, decided_at, ...row }) => ({
        list: match.list,
        entry_id: match.entry_id,
        entry_name: is_same_entry ? match.entry_name : matched_name,
        ...row,
        decided_at: stamp(decided_at),
        same_name: is_same_name,
      }))
}

export const precedentField = z
  .array(
    z
      .object({
        list: z.string(),
        entry_id: z.string(),
        entry_name: z.string(),
        transaction_id: z.string(),
        decision: z.enum(['released', 'rejected']),
        reason: z.string(),
        decided_by: z.string(),
        decided_at: zonelessStamp,
        held_seconds: z.int().meta({ description: 'How long that transfer was held until the decision.' }),
        same_name: z
          .boolean()
          .meta({ description: 'Whether it resembled the same name, on this list or another one.' }),
      })
      .meta({ id: 'HoldPrecedent' }),
  )
  .meta({
    description: `The last ${shown} decisions on each entry that this transfer resembles, or on the same name elsewhere, newest first.`,
  })
