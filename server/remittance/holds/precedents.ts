// Earlier decisions on the same entry of a list, so that a hold is decided as its kind was before. They name no person: whoever wants
// to compare opens the transfer, which is audited.
import { z } from 'zod'
import { toSentRows } from '../../platform/database/batch-rows.ts'
import { type Sql, statement, type Tx } from '../../platform/database/database.ts'
import { zonelessStamp } from '../../platform/http/api.ts'
import { stamp } from '../transfer/time.ts'
import { transferSubject } from '../transfer/timeline.ts'

/** How many decisions are shown for each match. */
const shown = 5

const insertMatches = statement(
  'insert_transfer_review_matches',
  `insert into transfer_review_match (list, entry_id, matched_name, transfer_id)
   select distinct on (m ->> 'list', m ->> 'entryId') m ->> 'list', m ->> 'entryId', m ->> 'matchedName', $2::bigint
     from screened_party p cross join jsonb_array_elements(p.matches) m
    where p.subject = $1 and p.decision = 'hold' on conflict do nothing`,
)

/** Remembers which entries of lists a decision was about. */
export async function recordPrecedent(sql: Tx, transfer: bigint): Promise<void> {
  await sql.rows(insertMatches, [transferSubject(transfer), transfer])
}

type PrecedentRow = {
  list: string
  entry_id: string
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
  `select e.list, e.entry_id, d.*
     from json_to_recordset($1) e (list text, entry_id text)
    cross join lateral (
      select m.matched_name, t.transaction_id, v.decision, v.reason, v.decided_by, v.decided_at,
             extract(epoch from v.decided_at - t.created_at)::int as held_seconds
        from transfer_review_match m
        join transfer_review v on v.transfer_id = m.transfer_id
        join transfer t on t.id = m.transfer_id
       where m.list = e.list and m.entry_id = e.entry_id order by m.transfer_id desc limit ${shown}) d`,
)

type Match = { list: string; entry_id: string; entry_name: string; matched_name: string }
const keyOf = ({ list, entry_id }: Pick<Match, 'list' | 'entry_id'>) => `${list} ${entry_id}`

/** Returns the last decisions on each of these matches, newest first. */
export async function precedentsOf(sql: Sql, matches: readonly Match[]) {
  const entries = new Map(
    matches.map(({ list, entry_id }) => [keyOf({ list, entry_id }), { list, entry_id }]),
  )
  const rows = entries.size === 0 ? [] : await sql.rows(findPrecedents, [toSentRows([...entries.values()])])
  return (match: Match) =>
    rows
      .filter((row) => keyOf(row) === keyOf(match))
      .map(({ list, entry_id, matched_name, decided_at, ...row }) => ({
        list,
        entry_id,
        entry_name: match.entry_name,
        ...row,
        decided_at: stamp(decided_at),
        same_name: matched_name === match.matched_name,
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
          .meta({ description: 'Whether it resembled the same name of the entry as this one.' }),
      })
      .meta({ id: 'HoldPrecedent' }),
  )
  .meta({
    description: `The last ${shown} decisions on each entry that this transfer resembles, newest first.`,
  })
