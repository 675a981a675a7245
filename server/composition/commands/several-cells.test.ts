// The commands over a database with three cells: what names a merchant happens in its cell, reports and maintenance reach all of them.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { camtStatement } from '../../../test/support/callers/statements.ts'
import { databaseUrl } from '../../../test/support/database/database.setup.ts'
import { fillPayments, fillTransfers } from '../../../test/support/database/many-rows.ts'
import { runLikuta } from '../../../test/support/http/process.ts'
import { openTestCells } from '../../../test/support/world/cells.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { type Cells, cellOf, inEachCell } from '../../platform/database/cells.ts'
import type { ControlSql } from '../../platform/database/database.ts'
import { openRetainedSecrets } from '../../platform/retained-keys.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { partiesContext } from '../../remittance/transfer/parties.ts'
import { enqueueWebhook } from '../../webhooks/enqueue-webhook.ts'

const masterKey = randomBytes(32)
const newKey = randomBytes(32)
const folder = mkdtempSync(join(tmpdir(), 'likuta-several-'))
let world: World
let cells: Cells & { url: string; close(): Promise<void> }
let secrets: Secrets
/** Of the merchants in cells 1, 2 and 3. */
let codes: string[]

beforeAll(async () => {
  // Only for its simulated gateway.
  world = await openWorld({ role: 'api' })
  cells = await openTestCells(3)
  secrets = await openRetainedSecrets({ masterKey, previous: [] }, { sql: cells.control, clock: systemClock })
  codes = await inEachCell(cells, async (db) => {
    const needs = { db, secrets, clock: systemClock, merchantPrefix: 'LKT' }
    const wanted = { name: 'Shop', email: `shop-${db.cell}@example.com`, environment: 'sandbox' } as const
    return (await registerMerchant(needs, wanted)).merchant_code
  })
})
afterAll(async () => {
  await world.close()
  await cells.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command with the settings of the deployment, or others. */
async function likuta(words: readonly string[], more: Record<string, string> = {}) {
  const gateway = world.system.settings.gateways.sandbox!
  const made = runLikuta([...words], {
    DATABASE_URL: cells.url,
    MASTER_KEY: masterKey.toString('base64'),
    CELLS: '3',
    LIKUTA_DATA_DIR: folder,
    CARD_GATEWAY_SANDBOX_URL: gateway.url,
    CARD_GATEWAY_SANDBOX_MERCHANT_ID: gateway.merchantId,
    CARD_GATEWAY_SANDBOX_KEY_ID: gateway.keyId,
    CARD_GATEWAY_SANDBOX_SHARED_SECRET: gateway.sharedSecret,
    ...more,
  })
  return { code: await made.exited, stdout: made.stdout(), stderr: made.stderr() }
}

const run = <Row>(sql: ControlSql, text: string, values: unknown[] = []) =>
  sql.rows<Row>({ name: '', text }, values)
/** What a statement returns in each cell. */
const inCells = <Row>(text: string, values: unknown[] = []) =>
  inEachCell(cells, (db) => run<Row>(db, text, values))
const inCell = (number: number) => cellOf(cells, number)
const span = (merchantCode: string, count: number) => ({
  ...{ merchantCode, from: 1, to: count, of: count, days: 3, until: systemClock.now().toString() },
})

describe('commands that name a merchant', () => {
  test('a top-up, a rotation and a suspension happen and are recorded in the cell of the merchant', async () => {
    const code = codes[1]!
    for (const words of [
      ['topup', code, '--amount', '12.50'],
      ['rotate', code, '--what', 'merchant-secret'],
      ['suspend', code],
      ['resume', code],
    ])
      expect(await likuta(['merchant', ...words])).toMatchObject({ code: 0, stderr: '' })
    expect(await inCells('select available_minor::integer as minor from wallet')).toEqual([
      [],
      [{ minor: 1_250 }],
      [],
    ])
    const [first, second, third] = await inCells('select action from audit_log order by seq')
    expect([first, third]).toEqual([[], []])
    expect(second).toHaveLength(4)
    expect(await run(cells.control, 'select from audit_log')).toEqual([])
  })

  test('a merchant that nobody knows is named by every command about one', async () => {
    expect(await likuta(['merchant', 'suspend', 'LKT-AAAA-AAAA'])).toMatchObject({
      code: 1,
      stderr: 'no merchant has the code LKT-AAAA-AAAA\n',
    })
  })
})

describe('webhooks resend', () => {
  test('events are resent where they lie, and one that no cell has is named', async () => {
    const ids = await Promise.all([1, 3].map((cell) => enqueue(cell, systemClock.now())))
    const resent = await likuta(['webhooks', 'resend', ...ids, '--json'])
    expect(resent).toMatchObject({ code: 0, stderr: '' })
    expect(Object.keys(JSON.parse(resent.stdout)).toSorted()).toEqual(ids.toSorted())
    const [first, , third] = await inCells(`select from audit_log where action = 'deliveries.resent'`)
    expect([first, third]).toEqual([[{}], [{}]])
    const absent = '00000000-0000-4000-8000-000000000000'
    expect(await likuta(['webhooks', 'resend', ids[0]!, absent])).toMatchObject({
      code: 1,
      stderr: `no event has the id ${absent}\n`,
    })
  })
})

/** Stores an event of the cell's merchant. Returns its id. */
async function enqueue(cell: number, now: Temporal.Instant): Promise<string> {
  const db = inCell(cell)
  const [merchant] = await run<{ id: bigint }>(db, 'select id from merchant where cell = $1', [cell])
  const key = randomBytes(6).toString('hex')
  const event = {
    merchantId: merchant!.id,
    environment: 'sandbox',
    subject: key,
    eventType: 'REMITTANCE',
  } as const
  const stored = { ...event, dedupeKey: key, url: 'https://shop.example/hook', signed: true, body: { key } }
  await db.transaction((sql) => enqueueWebhook(sql, stored, now))
  const [row] = await run<{ id: string }>(
    db,
    'select event_id as id from webhook_event where dedupe_key = $1',
    [key],
  )
  return row!.id
}

describe('retention', () => {
  test('retention counts what is due in all cells together, and erases it in each', async () => {
    const longAgo = systemClock.now().subtract({ hours: 24 * 5_000 })
    for (const cell of [1, 2, 2, 3]) await enqueue(cell, longAgo)
    await inCells(
      `update webhook_event set state = 'DELIVERED', next_attempt_at = null where created_at < $1`,
      [longAgo.add({ hours: 1 })],
    )
    const bodies = async () => {
      const { stdout } = await likuta(['retention', 'show', '--json'])
      const { kinds } = JSON.parse(stdout) as { kinds: { kind: string; run: { due: number } }[] }
      return kinds.find(({ kind }) => kind === 'webhook_bodies')!.run.due
    }
    expect(await bodies()).toBe(4)
    const { stdout } = await likuta(['retention', 'run', '--json'])
    const { runs } = JSON.parse(stdout) as { runs: { kind: string; erased: number }[] }
    const erased = runs.filter(({ kind }) => kind === 'webhook_bodies').map((each) => each.erased)
    expect(erased).toEqual([1, 2, 1])
    // What lies in control is erased once.
    expect(runs.filter(({ kind }) => kind === 'case_files')).toHaveLength(1)
    expect(await bodies()).toBe(0)
  })
})

describe('disputes import', () => {
  test('each line is applied in the cell of its payment, named by either id, and unknown ones stay in one place', async () => {
    for (const cell of [2, 3]) await fillPayments(inCell(cell), span(codes[cell - 1]!, 200))
    const [, second, third] = await inCells<{
      uuid: string
      id: string
      amount: string
      currency: string
    }>(
      `select transaction_uuid as uuid, cs_payment_id as id, (amount_minor / 100.0)::numeric(20, 2)::text as amount, currency
         from card_transaction where status = 'SUCCESS' order by id limit 1`,
    ).then((found) => found.map(([row]) => row))
    const header =
      'case_number,kind,transaction_uuid,amount,currency,at,payment_id,reason_code,reason,respond_by'
    const at = systemClock.now().subtract({ hours: 1 }).toString({ smallestUnit: 'second' })
    const lineOf = (name: string, payment: string, amount: string, currency: string, id = '') =>
      `${name},inquiry,${payment},${amount},${currency},${at},${id},13.1,Not received,`
    const importLines = async (...lines: string[]) => {
      const file = join(folder, 'disputes.csv')
      writeFileSync(file, [header, ...lines].join('\n'))
      return likuta(['disputes', 'import', file, '--json'])
    }
    const made = await importLines(
      lineOf('CB-2', second!.uuid, second!.amount, second!.currency),
      lineOf('CB-3', '', third!.amount, third!.currency, third!.id),
      lineOf('CB-4', 'LKT-UNKNOWN', '10.00', 'USD'),
    )
    expect([made.code, JSON.parse(made.stdout)]).toEqual([
      0,
      { applied: 2, known: 0, exceptions: 1, waiting: 0 },
    ])
    const cases = () => inCells<{ name: string }>('select case_number as name from card_dispute order by 1')
    const kept = [[], [{ name: 'CB-2' }], [{ name: 'CB-3' }]]
    expect(await cases()).toEqual(kept)
    // The same case with a payment of another cell is no new one there.
    const other = await importLines(lineOf('CB-2', third!.uuid, third!.amount, third!.currency))
    expect(JSON.parse(other.stdout)).toMatchObject({ applied: 0, exceptions: 1 })
    expect(await cases()).toEqual(kept)
    const exceptions = await inCells('select case_number as name from card_dispute_exception')
    expect(exceptions).toEqual([[{ name: 'CB-4' }], [{ name: 'CB-2' }], []])
  })
})

describe('bank import', () => {
  test('a line is matched with a top-up of any cell, and left open where two cells have one that fits', async () => {
    for (const [code, amount] of [
      [codes[2], '77.10'],
      [codes[0], '88.20'],
      [codes[1], '88.20'],
    ])
      expect(await likuta(['merchant', 'topup', code!, '--amount', amount!])).toMatchObject({ code: 0 })
    const file = join(folder, 'bank.xml')
    const day = systemClock.now().toString().slice(0, 10)
    writeFileSync(
      file,
      camtStatement({ id: 'S1', day }, [
        { amount: '77.10', text: 'one' },
        { amount: '88.20', text: 'two' },
      ]),
    )
    expect(await likuta(['bank', 'import', file])).toMatchObject({ code: 0, stderr: '' })
    const lines = await run(cells.control, 'select state, expected_kind as kind from bank_line order by id')
    expect(lines).toEqual([
      { state: 'MATCHED', kind: 'top_up' },
      { state: 'CANDIDATES', kind: null },
    ])
  })
})

describe('reconcile', () => {
  test('wallets of all cells are compared, and a row that a cell lacks is named', async () => {
    await run(inCell(3), 'update wallet set available_minor = available_minor + 1')
    await run(
      cells.control,
      `insert into limit_share (key, at, transfer_id, amount_minor) values (7, now(), ${3n * 2n ** 44n}, 1)`,
    )
    const { code, stdout } = await likuta(['reconcile', '--json'])
    const { wallets, missing_in_cells: missing } = JSON.parse(stdout)
    expect([code, wallets.checked]).toEqual([1, 3])
    expect(wallets.differs).toMatchObject([{ merchant_code: codes[2] }])
    expect(missing).toMatchObject([{ what: 'share of a limit', cell: 3 }])
    const text = (await likuta(['reconcile'])).stdout
    expect(text).toMatch(new RegExp(`wallet differs {2}${codes[2]} `))
    expect(text).toMatch(/missing in its cell {2}share of a limit 7 at .* is not in cell 3/)
    await run(inCell(3), 'update wallet set available_minor = available_minor - 1')
    await run(cells.control, 'delete from limit_share')
  })
})

describe('audit verify', () => {
  test('the logs of control and of each cell are verified', async () => {
    const counts = await inCells<{ count: string }>('select count(*)::text as count from audit_log')
    const [control] = await run<{ count: string }>(
      cells.control,
      'select count(*)::text as count from audit_log',
    )
    const rows = [control!, ...counts.flat()].reduce((sum, { count }) => sum + Number(count), 0)
    expect(await likuta(['audit', 'verify'])).toMatchObject({ code: 0, stdout: `${rows} rows, unbroken\n` })
  })
})

describe('backup and restore', () => {
  const administer = async (text: string) => {
    const client = new pg.Client({ connectionString: inject('postgresUrl') })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }

  test('a backup of three cells restores each of them, and is refused by a setting of fewer', async () => {
    const backup = join(folder, 'backup')
    expect(await likuta(['backup', backup])).toMatchObject({ code: 0 })
    const name = `restored_cells_${process.pid}`
    await administer(`create database ${name}`)
    const url = databaseUrl(inject('postgresUrl'), name)
    try {
      const restore = (CELLS: string) => likuta(['restore', backup], { DATABASE_URL: url, CELLS })
      expect(await restore('1')).toMatchObject({
        code: 1,
        stderr: 'CELLS is 1, but the backup has 3 cells: set CELLS=3\n',
      })
      expect(await restore('4')).toMatchObject({ code: 0, stderr: '' })
      const again = join(folder, 'again')
      mkdirSync(again)
      expect(await likuta(['backup', again], { DATABASE_URL: url, CELLS: '4' })).toMatchObject({ code: 0 })
      const { stdout } = await likuta(['cells', 'list', '--json'], { DATABASE_URL: url, CELLS: '4' })
      const merchants = (JSON.parse(stdout) as { merchants: { sandbox: number } }[]).map(
        (each) => each.merchants.sandbox,
      )
      expect(merchants).toEqual([1, 1, 1, 0])
      expect(await likuta(['audit', 'verify'], { DATABASE_URL: url, CELLS: '4' })).toMatchObject({ code: 0 })
      // New rows of the third cell continue in its range.
      expect(
        await likuta(['merchant', 'topup', codes[2]!, '--amount', '1'], { DATABASE_URL: url, CELLS: '4' }),
      ).toMatchObject({ code: 0 })
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query(
        'select max(id) / (2 ^ 44)::bigint as cell from cell_3.wallet_entry',
      )
      await client.end()
      expect(rows).toEqual([{ cell: '3' }])
    } finally {
      await administer(`drop database ${name} with (force)`)
    }
  })
})

describe('keys rotate', () => {
  test('what each cell has sealed is encrypted anew, and each log goes on with the new key', async () => {
    for (const cell of [1, 2, 3]) {
      const db = inCell(cell)
      await fillTransfers(db, span(codes[cell - 1]!, 150))
      for (const { id } of await run<{ id: string }>(db, 'select transaction_id as id from transfer')) {
        const sealed = secrets.seal('{}', partiesContext(id))
        await run(db, 'update transfer set parties_sealed = $2 where transaction_id = $1', [id, sealed])
      }
    }
    const both = { MASTER_KEY: newKey.toString('base64'), MASTER_KEY_PREVIOUS: masterKey.toString('base64') }
    const status = async (keys: Record<string, string>) => {
      const { code, stdout } = await likuta(['keys', 'status', '--json'], keys)
      const states = JSON.parse(stdout) as { column: string; current: number; previous: number }[]
      return { code, ofTransfers: states.filter(({ column }) => column.startsWith('transfer.parties')) }
    }
    const counted = (state: object) => ({
      ofTransfers: [1, 2, 3].map((cell) => ({
        ...{ column: `transfer.parties_sealed (cell ${cell})`, current: 0, previous: 0, unreadable: 0 },
        ...state,
      })),
    })
    expect(await status(both)).toEqual({ code: 1, ...counted({ previous: 150 }) })
    expect(await likuta(['keys', 'rotate'], both)).toMatchObject({ code: 0, stderr: '' })
    const alone = { MASTER_KEY: newKey.toString('base64') }
    expect(await status(alone)).toEqual({ code: 0, ...counted({ current: 150 }) })
    expect(await inCells(`select from audit_log where action = 'keys.rotated'`)).toEqual([[{}], [{}], [{}]])
    expect(await likuta(['audit', 'verify'], alone)).toMatchObject({ code: 0 })
  })
})
