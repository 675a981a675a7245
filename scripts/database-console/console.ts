// Runs SQL statements and the commands that begin with a backslash, and prints the results.
import type pg from 'pg'
import { completeStatements } from './statements.ts'
import { tableOf } from './table.ts'

const help = `\\dt          tables, with approximate row counts
\\d TABLE     columns, constraints and indexes of a table
\\q           quit
Anything else is SQL, on one or more lines, and ends with a semicolon.`

const tables = `select relname as table, n_live_tup as rows from pg_stat_user_tables order by 1`
const columns = `select a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
       case when a.attnotnull then 'not null' else '' end as nullable,
       coalesce(pg_get_expr(d.adbin, d.adrelid), '') as default
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
 where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`
const rules = `select pg_get_constraintdef(oid) as definition from pg_constraint
  where conrelid = $1::regclass and contype <> 'n'
union all select indexdef from pg_indexes where format('%I.%I', schemaname, tablename)::regclass = $1::regclass`

export type ConsoleSession = {
  /** The prompt for the next line. */
  prompt(): string
  /** Processes one line. @returns false if the console must end. */
  line(text: string): Promise<boolean>
  /** Whether any statement has failed. */
  hasFailed(): boolean
}

type Result = pg.QueryArrayResult<(string | null)[]>

/** Keeps PostgreSQL's own text form of each value. */
const asText = { getTypeParser: () => (value: string) => value }

export function openConsole(client: pg.ClientBase, print: (text: string) => void): ConsoleSession {
  let pending = ''
  let hasFailed = false

  async function run(text: string, values: string[] = []): Promise<void> {
    try {
      const results = await client.query({ text, values, rowMode: 'array', types: asText })
      for (const result of [results].flat() as Result[]) print(described(result))
    } catch (error) {
      hasFailed = true
      print(`error: ${(error as Error).message}`)
    }
  }

  /** Runs a backslash command. @returns false if the console must end. */
  async function command(text: string): Promise<boolean> {
    const [name, table] = text.split(/\s+/)
    if (name === '\\q') return false
    if (name === '\\dt') await run(tables)
    else if (name === '\\d' && table) {
      await run(columns, [table])
      await run(rules, [table])
    } else print(help)
    return true
  }

  return {
    prompt: () => (pending === '' ? 'likuta> ' : '   ...> '),
    async line(text) {
      if (pending === '' && text.trim().startsWith('\\')) return command(text.trim())
      const { statements, rest } = completeStatements(`${pending}${text}\n`)
      pending = rest
      for (const each of statements) await run(each)
      return true
    },
    hasFailed: () => hasFailed,
  }
}

function described({ fields, rows, command, rowCount }: Result): string {
  if (fields.length > 0) return tableOf({ columns: fields.map(({ name }) => name), rows })
  return rowCount === null ? command : `${command} ${rowCount}`
}
