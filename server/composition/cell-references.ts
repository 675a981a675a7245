// References from control to rows of cells. No foreign key keeps them, because the two may lie on different servers; this finds those
// whose row is missing.
import { cellOfIdentity, cellOfUuid } from '../kernel/cell.ts'
import { type Cells, cellOf, inEachCell } from '../platform/database/cells.ts'
import { controlStatement, type Statement, statement } from '../platform/database/database.ts'

/** A row of control. `cell`: that of its merchant, where it has one. */
type Referring = { id: string; reference: string; cell: number | null; after: string[] }
type Reference = {
  /** What refers, as a person names it. */
  what: string
  /** Reads rows of control after the values of the last one, which are the first parameters; the next is how many. */
  read: Statement<Referring, 'control'>
  first: readonly string[]
  /** Returns those of the references $1, texts, that the cell lacks. */
  findMissing: Statement<{ reference: string }, 'cell'>
  /** Undefined where neither the merchant nor the reference tells the cell: any of them may have the row. */
  cellIn?: (reference: string) => number
}

const lacking = (name: string, table: string, match: string) =>
  statement<{ reference: string }>(
    `find_missing_${name}`,
    `select wanted.reference from unnest($1::text[]) as wanted (reference)
      where not exists (select from ${table} where ${match})`,
  )
const operations = lacking('operations', 'operation o', 'o.id = wanted.reference::uuid')
const transfers = lacking('transfers', 'transfer t', 't.id = wanted.reference::bigint')
const payouts = lacking('payouts', 'merchant_payout p', 'p.public_id = wanted.reference::uuid')
const walletEntries = lacking('wallet_entries', 'wallet_entry e', 'e.posting_key = wanted.reference')

/** @param from SQL of the rows, with its condition. @param id their number. @param cell SQL, if they have a merchant `m`. */
const byNumber = (
  name: string,
  { from, reference, cell = 'null' }: { from: string; reference: string; cell?: string },
) =>
  controlStatement<Referring>(
    `read_references_of_${name}`,
    `select r.id::text as id, ${reference} as reference, ${cell}::integer as cell, array[r.id::text] as after
       from ${from} and r.id > $1::bigint order by r.id limit $2`,
  )

const ofTransfer = (reference: string) => cellOfIdentity(BigInt(reference))
const numberInSubject = `substr(r.subject, length('transfer:') + 1)`

const references: readonly Reference[] = [
  {
    what: 'approval',
    read: byNumber('approvals', {
      from: 'approval r left join shared.merchant m on m.id = r.merchant_id where r.operation is not null',
      reference: 'r.operation::text',
      cell: 'm.cell',
    }),
    first: ['0'],
    findMissing: operations,
    cellIn: cellOfUuid,
  },
  {
    what: 'case item',
    read: byNumber('case_items', {
      from: 'compliance_case_item r join shared.merchant m on m.id = r.merchant_id where true',
      reference: 'r.transfer_id::text',
      cell: 'm.cell',
    }),
    first: ['0'],
    findMissing: transfers,
    cellIn: ofTransfer,
  },
  {
    what: 'screened party',
    read: byNumber('screened_parties', {
      from: `screened_party r where r.subject like 'transfer:%'`,
      reference: numberInSubject,
    }),
    first: ['0'],
    findMissing: transfers,
    cellIn: ofTransfer,
  },
  {
    what: 'share of a limit',
    read: controlStatement<Referring>(
      'read_references_of_limit_shares',
      `select key || ' at ' || at as id, transfer_id::text as reference, null::integer as cell,
              array[key::text, at::text, transfer_id::text] as after
         from limit_share where (key, at, transfer_id) > ($1::bigint, $2::timestamptz, $3::bigint)
        order by key, at, transfer_id limit $4`,
    ),
    first: ['-9223372036854775808', '-infinity', '0'],
    findMissing: transfers,
    cellIn: ofTransfer,
  },
  {
    what: 'bank line of a payout',
    read: byNumber('bank_lines_of_payouts', {
      from: `bank_line r where r.expected_kind in ('payout', 'payout_return')`,
      reference: 'r.expected_key',
    }),
    first: ['0'],
    findMissing: payouts,
    cellIn: cellOfUuid,
  },
  {
    what: 'bank line of a top-up',
    read: byNumber('bank_lines_of_top_ups', {
      from: `bank_line r where r.expected_kind = 'top_up'`,
      reference: 'r.expected_key',
    }),
    first: ['0'],
    findMissing: walletEntries,
  },
]

const rowsAtOnce = 10_000

/** `cell`: where the row should be; null if it could be in any. */
export type MissingRow = { what: string; id: string; reference: string; cell: number | null }

/** Reads all references, in pages. A row and what it refers to were written in one transaction, so none is missing because it is new. */
export async function checkReferences(cells: Cells): Promise<{ checked: number; missing: MissingRow[] }> {
  const missing: MissingRow[] = []
  let checked = 0
  for (const reference of references) {
    let after = reference.first
    for (;;) {
      const rows = await cells.control.rows(reference.read, [...after, rowsAtOnce])
      missing.push(...(await missingAmong(cells, reference, rows)))
      checked += rows.length
      const last = rows.at(-1)
      if (!last || rows.length < rowsAtOnce) break
      after = last.after
    }
  }
  return { checked, missing }
}

async function missingAmong(
  cells: Cells,
  { what, findMissing, cellIn }: Reference,
  rows: readonly Referring[],
): Promise<MissingRow[]> {
  const placed = rows.map(({ id, reference, cell }) => ({
    ...{ what, id, reference, cell: cell ?? cellIn?.(reference) ?? null },
  }))
  const absent = await inEachCell(cells, async (db) => {
    const here = placed.filter(({ cell }) => cell === null || cellOf(cells, cell) === db)
    if (here.length === 0) return new Set<string>()
    const found = await db.rows(findMissing, [here.map(({ reference }) => reference)])
    return new Set(found.map(({ reference }) => reference))
  })
  // guard: missing-counterpart
  return placed.filter(({ cell, reference }) =>
    cell === null
      ? absent.every((missing) => missing.has(reference))
      : absent[cells.all.indexOf(cellOf(cells, cell))]?.has(reference),
  )
}
