// The database console, connected to a real database.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../test/support/world/database.ts'
import { openConsole } from './console.ts'

async function openTestConsole(options = '') {
  const database = await openTestDatabase()
  const client = new pg.Client({ connectionString: database.url, options })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  const printed: string[] = []
  return { printed, console: openConsole(client, (text) => printed.push(text)) }
}

test('a statement over several lines runs at its semicolon and prints its rows as a table', async () => {
  const { console, printed } = await openTestConsole()
  await console.line('select 1 as one,')
  expect(printed).toEqual([])
  expect(console.prompt()).toBe('   ...> ')
  await console.line("  null as nothing, 'a;b' as text;")
  expect(printed).toEqual(['one | nothing | text\n----+---------+-----\n1   | null    | a;b\n(1 row)'])
  expect(console.prompt()).toBe('likuta> ')
})

test('the console lists tables and shows the columns, constraints and indexes of one', async () => {
  const { console, printed } = await openTestConsole()
  await console.line('\\dt')
  expect(printed.pop()).toMatch(/^card_transaction +\| \d+$/m)
  await console.line('\\d wallet')
  expect(printed.join('\n')).toMatch(/^merchant_id +\| bigint +\| not null/m)
  expect(printed.join('\n')).toContain('CREATE UNIQUE INDEX wallet')
  expect(console.hasFailed()).toBe(false)
})

test('a failed statement is reported and the next one runs', async () => {
  const { console, printed } = await openTestConsole()
  await console.line('select * from nowhere; select 2 as two;')
  expect(printed[0]).toBe('error: relation "nowhere" does not exist')
  expect(printed[1]).toContain('two')
  expect(console.hasFailed()).toBe(true)
})

test('a read-only console refuses statements that change data', async () => {
  const { console, printed } = await openTestConsole('-c default_transaction_read_only=on')
  await console.line('delete from wallet;')
  expect(printed).toEqual(['error: cannot execute DELETE in a read-only transaction'])
})

test('the console ends at \\q', async () => {
  const { console } = await openTestConsole()
  expect(await console.line('\\?')).toBe(true)
  expect(await console.line('\\q')).toBe(false)
})
