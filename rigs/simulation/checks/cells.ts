// What must hold between cells: each row lies in the cell of its merchant, which its id names, and what control says about a cell's rows is
// so there.
import {
  cellOfCode,
  cellOfIdentity,
  cellOfPayment,
  cellOfTransfer,
  cellOfUuid,
} from '../../../server/kernel/cell.ts'
import type { Outages } from '../kernel/outages.ts'
import type { Failure } from '../world/network.ts'
import type { Violation } from './invariants/invariant.ts'

type RunQuery = (sql: string, values?: unknown[]) => Promise<any[]>

/** UUIDs that no row is found by from outside: tokens of leases, the act of a handover as its page names it, and messages. */
const nameless = ['lease_token', 'mark_id', 'message_id']
/** Columns whose ids have a form of their own. */
export const namedIds: Readonly<Record<string, (id: string) => number>> = {
  'card_transaction.transaction_uuid': cellOfPayment,
  'transfer.transaction_id': cellOfTransfer,
  'quote.quote_id': cellOfTransfer,
  'settlement.settlement_id': cellOfTransfer,
  'payment_link.code': cellOfCode,
  'receipt.code': cellOfCode,
}

type Ids = { name: string; count: number; elsewhere: unknown[] }

/** The columns of a cell that hold ids of its rows: how many ids, and those that do not name the cell. */
export async function readIds(query: RunQuery, cell: number): Promise<Ids[]> {
  const columns = await query(
    `select table_name || '.' || column_name as name, data_type as type from information_schema.columns
      where table_schema = $1 and not column_name = any($2)
        and (data_type = 'uuid' or (column_name, data_type) = ('id', 'bigint') or table_name || '.' || column_name = any($3))`,
    [`cell_${cell}`, nameless, Object.keys(namedIds)],
  )
  const read: Ids[] = []
  for (const { name, type } of columns) {
    const [table, column] = name.split('.')
    const rows = await query(`select ${column} as id from cell_${cell}.${table} where ${column} is not null`)
    const cellOf =
      namedIds[name] ?? (type === 'uuid' ? cellOfUuid : (id: string) => cellOfIdentity(BigInt(id)))
    const elsewhere = rows.map(({ id }) => id).filter((id) => cellOf(id) !== cell)
    read.push({ name, count: rows.length, elsewhere })
  }
  return read
}

/** Tables whose rows name their merchant, in the schema of a cell. */
const tablesOfMerchants = `select table_name as name from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
 where table_schema = $1 and column_name = 'merchant_id' and table_type = 'BASE TABLE' order by 1`

const between: readonly { id: string; title: string; sql: string }[] = [
  {
    id: 'C-03',
    title: 'the operation of an approval is in one cell, that of its merchant',
    sql: `select a.public_id from approval a join merchant m on m.id = a.merchant_id
            left join operation o on o.id = a.operation left join card_transaction t on t.id = o.card_transaction_id
           where a.operation is not null group by 1, m.id
          having count(o.id) <> 1 or bool_or(t.merchant_id is distinct from m.id)`,
  },
  {
    id: 'C-03b',
    title: 'what was approved is posted in one cell',
    sql: `select key from ledger_posting where key like 'adjustment:%' or key like 'topup:%' group by 1 having count(*) > 1
          union all
          select r.reason from card_refund r join approval a on a.reason = r.reason and a.action = 'refund'
           where r.status <> 'FAILED' group by 1 having count(*) > 1`,
  },
  {
    id: 'C-04',
    title: 'an item of a case names one transfer, of its merchant',
    sql: `select i.id from compliance_case_item i left join transfer t on t.id = i.transfer_id
           group by 1 having count(t.id) <> 1 or bool_or(t.merchant_id <> i.merchant_id)`,
  },
  {
    id: 'C-05',
    title: 'the events and attempts of a webhook are in one cell',
    sql: `select coalesce(copy_id, event_id)::text from webhook_event group by 1 having count(*) > 1
          union all
          select a.event_id::text from webhook_attempt a left join webhook_event e on e.id = a.event_id
           group by a.event_id, a.number having count(e.id) <> 1`,
  },
]

/** @param query sends to all cells at once. */
export async function checkCells(query: RunQuery, cells: number): Promise<Violation[]> {
  const found: Violation[] = []
  const note = (invariant: string, title: string, rows: unknown[]) => {
    if (rows.length > 0) found.push({ invariant, title, rows })
  }
  for (let cell = 1; cell <= cells; cell++) {
    const stray = (await readIds(query, cell)).filter(({ elsewhere }) => elsewhere.length > 0)
    note('C-01', `the id of a row names its cell (cell ${cell})`, stray)
    for (const { name } of await query(tablesOfMerchants, [`cell_${cell}`]))
      note(
        'C-02',
        `rows of a merchant are in its cell (cell ${cell}, ${name})`,
        await query(
          `select x.* from cell_${cell}.${name} x join merchant m on m.id = x.merchant_id where m.cell <> $1 limit 20`,
          [cell],
        ),
      )
  }
  for (const { id, title, sql } of between) note(id, title, await query(sql))
  return found
}

/** The process may have stood still for so long since it last asked whether a cell responds. */
const longestStrideMs = 900_000

/**
 * Where nothing fails but cells: whoever got no response, or one of 500 or more, is a merchant whose cell could not be reached meanwhile.
 * @param failures requests of merchants.
 */
export function checkDisturbed(failures: readonly Failure[], { isOut }: Pick<Outages, 'isOut'>): Violation[] {
  const others = failures.filter(({ cell, from, until, status, retries }) => {
    return !(status === 503 && retries) || !isOut(cell, from - longestStrideMs, until)
  })
  const title = 'a cell that cannot be reached affects its own merchants only, and their 503 has Retry-After'
  return others.length > 0 ? [{ invariant: 'C-06', title, rows: others }] : []
}
