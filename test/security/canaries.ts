// Card numbers that were never issued and are distinctive, sent wherever text is accepted and then searched for.
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../server/platform/database/database.ts'

/** The first six digits of card numbers of Visa, Mastercard and others. */
const issuers = ['411111', '555555', '453201', '222300'] as const

/**
 * Columns that return texts written by a merchant or its payer to that merchant, or to those who support it. A card
 * number written into one of them is stored there; no other column may contain one.
 */
export const echoing: readonly string[] = [
  'card_transaction.bill_to_address_city',
  'card_transaction.bill_to_address_line1',
  'card_transaction.bill_to_forename',
  'card_transaction.bill_to_surname',
  'card_transaction.merchant_reference',
  'merchant.name',
  'merchant_user.name',
  'payment_link.description',
  'payment_link.merchant_reference',
  'screened_party.name',
  'test_callback.body',
  'transfer.first_response',
  'transfer.reference',
  'webhook_event.body',
]

/**
 * Texts that an admin wrote into a row that has since been removed or replaced. The database files may still
 * contain them.
 */
export const reverted: readonly string[] = [
  'POST /api/v1/admin/remittance/blacklist reason',
  'POST /api/v1/admin/operators/{environment}/{operator}/pause reason',
]

export type Canaries = {
  /** Returns a new number each time. @param where the place that it is sent to, reported when it is found. */
  next(where: string, spelling?: 'plain' | 'spaced'): string
  /** The places of all canary numbers in a text, whatever stands between their digits. */
  foundIn(text: string): string[]
  /** The same search in the bytes of a file, where digits stand together or in groups of four. */
  foundInBytes(bytes: Buffer): string[]
}

/** Canaries for one run: the same five random digits are in all of its numbers. */
export function openCanaries(): Canaries {
  const run = String(randomInt(100_000)).padStart(5, '0')
  const locations: string[] = []
  const locationOf = (digits: string) => locations[Number(digits.slice(11, 15))] ?? `number ${digits}`
  const numbers = new RegExp(`(?:${issuers.join('|')})${run}\\d{5}`, 'g')
  const needles = issuers.flatMap((issuer) => {
    const digits = issuer + run
    return [digits, `${digits.slice(0, 4)} ${digits.slice(4, 8)} ${digits.slice(8)}`].map((text) =>
      Buffer.from(text),
    )
  })
  const foundIn = (text: string) =>
    [...text.replaceAll(/(?<=\d)[ .-](?=\d)/g, '').matchAll(numbers)].map(([digits]) => locationOf(digits))
  return {
    next(where, spelling = 'plain') {
      const position = locations.push(where) - 1
      const digits = withCheckDigit(
        `${issuers[position % issuers.length]}${run}${String(position).padStart(4, '0')}`,
      )
      return spelling === 'plain' ? digits : digits.replaceAll(/(?<=^(?:\d{4})+)/g, ' ').trim()
    },
    foundIn,
    foundInBytes(bytes) {
      const found: string[] = []
      for (const needle of needles)
        for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, at + 1))
          found.push(...foundIn(bytes.toString('latin1', at, at + 20)))
      return found
    },
  }
}

/** Appends the Luhn check digit. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const doubled = Number(digit) * (i % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

export type Column = { name: string; values: string[] }

/** Every column of every table as text, as `pg_dump` would write it. */
export async function* columnsOf(db: Database): AsyncGenerator<Column> {
  const columns = await db.rows<{ table: string; column: string }>({
    name: 'columns_that_are_dumped',
    text: `select format('%I.%I', table_schema, c.table_name) as "table", c.column_name as "column" from information_schema.columns c
             join information_schema.tables t using (table_schema, table_name)
            where table_schema = any(current_schemas(false)) and table_type = 'BASE TABLE' and c.table_name not like 'screening_entry%'`,
  })
  for (const { table, column } of columns) {
    const rows = await db.rows<{ value: string }>({
      name: `dump_${table}_${column}`.slice(0, 63),
      text: `select "${column}"::text as value from ${table} where "${column}" is not null`,
    })
    yield { name: `${table.slice(table.indexOf('.') + 1)}.${column}`, values: rows.map(({ value }) => value) }
  }
}

/** The files of one database and the write-ahead log since a moment, after a checkpoint, with their bytes. */
export async function dataFiles(db: Database, sinceMs: number): Promise<{ file: string; bytes: Buffer }[]> {
  await db.rows({ name: 'write_all_down', text: 'checkpoint' })
  const [location] = await db.rows<{ directory: string; oid: string }>({
    name: 'place_of_data',
    text: `select current_setting('data_directory') as directory, oid::text as oid from pg_database where datname = current_database()`,
  })
  const { directory, oid } = location!
  for (;;) {
    try {
      return [join(directory, 'base', oid), join(directory, 'pg_wal')]
        .flatMap((folder) =>
          readdirSync(folder, { withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map(({ name }) => join(folder, name)),
        )
        .filter((file) => statSync(file).mtimeMs >= sinceMs)
        .map((file) => ({ file, bytes: readFileSync(file) }))
    } catch (error) {
      // Checkpoints of other databases rename segments of the log: they are listed again under their new names.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
}

/** @param texts values that must not be present. Returns which file contains which. */
export const filesHolding = (
  files: readonly { file: string; bytes: Buffer }[],
  texts: Record<string, string>,
): string[] =>
  files.flatMap(({ file, bytes }) =>
    Object.entries(texts).flatMap(([what, text]) => (bytes.includes(text) ? [`${what} in ${file}`] : [])),
  )
