// Everything stored of one merchant, found by following foreign keys, so that a new table is included
// automatically.
import type { Sql } from '../../../server/platform/database/database.ts'

export type OwnedRow = { table: string; text: string; row: Record<string, unknown> }

type Reference = { child: string; column: string; parent: string; target: string }

const references = {
  name: 'test_find_references',
  text: `select c.conrelid::regclass::text as child, a.attname as column, c.confrelid::regclass::text as parent, f.attname as target
           from pg_constraint c
           join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
           join pg_attribute f on f.attrelid = c.confrelid and f.attnum = c.confkey[1]
          where c.contype = 'f' and array_length(c.conkey, 1) = 1 and c.conrelid <> c.confrelid order by 1, 2`,
}
/** Tables without a foreign key, so that writes do not wait for the merchant's row. */
const unreferenced = {
  name: 'test_find_merchant_columns',
  text: `select format('%I.%I', table_schema, table_name)::regclass::text as child, 'merchant_id' as column, 'merchant' as parent, 'id' as target
           from information_schema.columns where table_schema = any(current_schemas(false)) and column_name = 'merchant_id' order by 1`,
}
/** Tables that identify their owner by text. */
const byKeywords: Record<string, string> = {
  merchant: 't.merchant_code = $1',
  account: `exists (select from merchant_user u join merchant m on m.id = u.merchant_id where u.id = t.id and m.merchant_code = $1)`,
  screened_party: `exists (select from transfer x join merchant m on m.id = x.merchant_id
                     where t.subject = 'transfer:' || x.id and m.merchant_code = $1)`,
}

/** SQL by table: whether `t` belongs to the merchant whose code is $1. */
async function conditions(sql: Sql): Promise<Map<string, string>> {
  const all = [...(await sql.rows<Reference>(unreferenced)), ...(await sql.rows<Reference>(references))]
  const found = new Map(Object.entries(byKeywords))
  for (let last = 0; last < found.size; ) {
    last = found.size
    for (const { child, column, parent, target } of all) {
      const inner = found.get(parent)
      if (inner === undefined || found.has(child)) continue
      const nested = inner.replaceAll(/\bt\b/g, `t${last}`)
      found.set(child, `t.${column} in (select t${last}.${target} from ${parent} t${last} where ${nested})`)
    }
  }
  return found
}

/** Every row, with the transaction that wrote it, so that rewriting the same values is detected too. */
export async function ownedRows(sql: Sql, code: string): Promise<OwnedRow[]> {
  const rows: OwnedRow[] = []
  for (const [table, condition] of await conditions(sql)) {
    const text = `select t.xmin || ' ' || to_jsonb(t)::text as text, to_jsonb(t) as row from ${table} t where ${condition} order by 1`
    for (const row of await sql.rows<Omit<OwnedRow, 'table'>>({ name: '', text }, [code]))
      rows.push({ table, ...row })
  }
  return rows
}
