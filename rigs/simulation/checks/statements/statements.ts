// Statements and fee invoices as merchants read them over HTTP once nothing is in progress: each statement adds up, each begins
// where the one before ended, the last ends in the balance, and every month with fees that has ended has one invoice.
import assert from 'node:assert/strict'
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { type Clients, openClients } from '../../callers/clients.ts'
import type { World } from '../../world/world.ts'
import type { Violation } from '../invariants/invariant.ts'
import { camtFaults, minorOf, readCamt, type StatementBody, statementFaults } from './documents.ts'
import { type Invoice, invoiceFaults, seriesFaults } from './invoices.ts'

const currencies = ['USD', 'CDF'] as const
const tries = 9

type Reading = { clients: Clients; as: Credentials; currency: string }
type Note = (faults: readonly string[]) => void
/** How many statements, in both formats, with how many lines, and how many invoices were read. */
export type Read = { statements: number; movements: number; invoices: number }
export const nothingRead: Read = { statements: 0, movements: 0, invoices: 0 }

/** @param daysBack so many days before now are read one by one, besides all months. */
export async function checkStatements(
  world: World,
  daysBack: number,
): Promise<{ violations: Violation[]; read: Read }> {
  const rows: string[] = world.brokenResponses.map((path) => `${path} broke off`)
  const read = { ...nothingRead }
  const clients = openClients(world)
  const invoices: Invoice[] = []
  for (const as of world.merchants)
    for (const currency of currencies) {
      const about = `${as.merchant_code} ${currency}`
      const note: Note = (faults) => rows.push(...faults.map((fault) => `${about}: ${fault}`))
      const reading = { clients, as, currency }
      const months = await world.complete(checkMonths(reading, note, read))
      await world.complete(checkDays(reading, note, { read, now: world.now(), daysBack }))
      const own = await world.complete(invoicesOf(reading))
      note(invoiceFaults(own, months))
      invoices.push(...own)
    }
  rows.push(...seriesFaults(invoices.map(({ number }) => number)))
  read.invoices = invoices.length
  const title = 'statements and invoices add up and follow each other'
  return { violations: rows.length > 0 ? [{ invariant: 'I-52e', title, rows }] : [], read }
}

/** Every month from the first movement to now. Returns their statements, oldest first. */
async function checkMonths(reading: Reading, note: Note, read: Read): Promise<StatementBody[]> {
  const { clients, as, currency } = reading
  const listed = await clients.readPortal(as, 'statements/months', { tries })
  assert.equal(listed?.status, 200)
  const periods: string[] = listed.body.data.months
    .filter((month: { currency: string }) => month.currency === currency)
    .map(({ period }: { period: string }) => period)
    .toReversed()
  const months = await readInTurn(reading, periods, note, read)
  const balances = await clients.read(as, '/api/v1/payment/balance', { tries })
  assert.equal(balances?.status, 200)
  const { pending, available, reserved } = balances.body.data.balances.find(
    (one: { currency: string }) => one.currency === currency,
  )
  const balance = minorOf(pending) + minorOf(available) + minorOf(reserved)
  const closing = minorOf(months.at(-1)?.closing ?? '0.00')
  if (balance !== closing) note([`the last month closes with ${closing}, the balance is ${balance}`])
  return months
}

async function checkDays(
  reading: Reading,
  note: Note,
  { read, now, daysBack }: { read: Read; now: Temporal.Instant; daysBack: number },
): Promise<void> {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  const days = Array.from({ length: daysBack }, (_, i) =>
    today.subtract({ days: daysBack - 1 - i }).toString(),
  )
  await readInTurn(reading, days, note, read)
}

/** Reads the statements of periods that follow each other, each in both formats. */
async function readInTurn(
  reading: Reading,
  periods: readonly string[],
  note: Note,
  read: Read,
): Promise<StatementBody[]> {
  const statements: StatementBody[] = []
  for (const period of periods) {
    const statement = await readStatement(reading, period, note)
    const before = statements.at(-1)
    if (before && before.closing !== statement.opening)
      note([`${before.period} closes with ${before.closing}, ${period} opens with ${statement.opening}`])
    statements.push(statement)
    read.statements += 1
    read.movements += statement.lines.length
  }
  return statements
}

async function readStatement(
  { clients, as, currency }: Reading,
  period: string,
  note: Note,
): Promise<StatementBody> {
  const path = `/api/v1/payment/statements?period=${period}&currency=${currency}`
  const json = await clients.read(as, path, { tries })
  const camt = await clients.read(as, `${path}&format=camt.053`, { tries })
  assert.deepEqual([json?.status, camt?.status], [200, 200], `${path} cannot be read`)
  const statement: StatementBody = json?.body.data
  const { balances, entries } = readCamt(camt?.body)
  const about = (faults: string[]) => note(faults.map((fault) => `${period}: ${fault}`))
  about(statementFaults(statement))
  about(camtFaults(camt?.body))
  const isSame =
    `${entries}` === `${statement.lines.map(({ net }) => minorOf(net))}` &&
    `${balances}` === `${[statement.opening, statement.closing].map(minorOf)}`
  if (!isSame) about(['the camt.053 document differs from the JSON'])
  return statement
}

async function invoicesOf({ clients, as, currency }: Reading): Promise<Invoice[]> {
  const path = '/api/v1/payment/invoices'
  const listed = await clients.read(as, `${path}?limit=100&currency=${currency}`, { tries })
  assert.equal(listed?.status, 200)
  const invoices: Invoice[] = []
  for (const { number } of listed.body.data.items)
    invoices.push((await clients.read(as, `${path}/${number}`, { tries }))?.body.data)
  return invoices
}
