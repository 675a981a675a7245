import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { basket, bought, enrolled, proofFrom, saleOf } from './card-gateway/testing/journey.ts'
import { merchantAccount, openWorld, read, type World } from './card-gateway/testing/testing.ts'
import { createFaults } from './faults.ts'

let world: World | undefined
const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
afterEach(async () => {
  await world?.sandbox.close()
  world = undefined
})

const visa = '4242424242424242'

test('books, keys and tokens survive a restart; card numbers and codes are in no file', async () => {
  const dataFile = join(folder, 'books.sqlite')
  world = await openWorld({ dataFile })
  const order = basket()
  const sale = await bought(world, visa, order)
  const later = basket()
  const token = await world.token('4000000000003220')
  const context = await world.session()
  await world.sandbox.close()

  world = await openWorld({ dataFile })
  expect(await world.books(order.code)).toMatchObject([{ id: sale.body.id, captured_amount: '25.00' }])
  expect((await enrolled(world, token, later)).body.status).toBe('PENDING_AUTHENTICATION')
  expect(await world.token(visa, context)).toMatch(/^eyJ/)
  expect((await bought(world, visa, order)).body.reason).toBe('DUPLICATE_REQUEST')
  const database = new DatabaseSync(dataFile)
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
  const bytes = readFileSync(dataFile, 'latin1')
  for (const secret of [visa, '4000000000003220', '"securityCode":"123"']) expect(bytes).not.toContain(secret)
  rmSync(folder, { recursive: true })
})

async function readySale(target: World) {
  const order = basket()
  const token = await target.token(visa)
  const proof = proofFrom(await enrolled(target, token, order))
  return { order, pay: () => target.post('/gateway/pts/v2/payments', saleOf(token, order, proof)) }
}

const onPayments = { target: 'gateway', operations: ['/pts/v2/payments'] }

test('the fault down drops the connection and does nothing', async () => {
  world = await openWorld()
  const { order, pay } = await readySale(world)
  await world.control('/faults', { ...onPayments, mode: 'down' })
  await expect(pay()).rejects.toThrow('fetch failed')
  expect(await world.books(order.code)).toEqual([])
  await world.control('/faults', { target: 'gateway', mode: 'off' })
  expect((await pay()).body.status).toBe('AUTHORIZED')
})

test('the fault lost-reply does the work and drops the connection', async () => {
  world = await openWorld()
  const { order, pay } = await readySale(world)
  await world.control('/faults', { ...onPayments, mode: 'lost-reply' })
  await expect(pay()).rejects.toThrow('fetch failed')
  expect(await world.books(order.code)).toMatchObject([
    { status: 'PENDING', transaction_id: order.reference },
  ])
})

test('the fault 5xx responds without doing anything and spares other operations', async () => {
  world = await openWorld()
  const { order, pay } = await readySale(world)
  await world.control('/faults', { ...onPayments, mode: '5xx' })
  expect((await pay()).status).toBe(502)
  expect(await world.books(order.code)).toEqual([])
  expect(await world.session()).toMatch(/^eyJ/)
})

test('the fault timeout keeps the connection open and does nothing', async () => {
  world = await openWorld()
  const { order, pay } = await readySale(world)
  await world.control('/faults', { ...onPayments, mode: 'timeout' })
  const reply = pay().then(
    () => 'responded',
    () => 'closed',
  )
  expect(await Promise.race([reply, new Promise((resolve) => setTimeout(resolve, 200, 'waiting'))])).toBe(
    'waiting',
  )
  expect(await world.books(order.code)).toEqual([])
})

test('the fault slow responds late but correctly', async () => {
  world = await openWorld()
  const { pay } = await readySale(world)
  await world.control('/faults', { ...onPayments, mode: 'slow', delay_seconds: 0.1 })
  const start = performance.now()
  expect((await pay()).body.status).toBe('AUTHORIZED')
  expect(performance.now() - start).toBeGreaterThan(95)
})

test('a fault rate affects about its share, and the same seed the same requests', () => {
  const hits = (seed: number) => {
    const faults = createFaults()
    faults.set('gateway', { mode: '5xx', rate: 0.3, seed })
    return Array.from({ length: 1000 }, () => faults.draw('gateway', '/x') !== null)
  }
  expect(hits(7)).toEqual(hits(7))
  expect(hits(7)).not.toEqual(hits(8))
  const count = hits(7).filter(Boolean).length
  expect(count).toBeGreaterThan(240)
  expect(count).toBeLessThan(360)
})

test('faults can be read back, and invalid ones are refused', async () => {
  world = await openWorld()
  await world.control('/faults', { target: 'rates', mode: 'slow', rate: 0.5 })
  const { body } = await read(await fetch(`${world.url}/sandbox/faults`))
  expect(body).toMatchObject({ gateway: { mode: 'off' }, rates: { mode: 'slow', rate: 0.5 } })
  for (const target of ['operators', 'operator']) {
    const set = await world.control('/faults', { target, mode: 'slow' })
    expect(set).toMatchObject({ status: 200, body: { target, mode: 'slow' } })
    const { body } = await read(await fetch(`${world.url}/sandbox/faults`))
    expect(body).toMatchObject({ operator: { mode: 'slow' } })
    await world.control('/faults', { target, mode: 'off' })
  }
  const wrong = await world.control('/faults', { target: 'moon', mode: 'off' })
  expect([wrong.status, wrong.body.reason]).toEqual([400, 'INVALID_REQUEST'])
})

test('the books count requests by path', async () => {
  world = await openWorld()
  await bought(world, visa)
  const { body } = await read(await fetch(`${world.url}/sandbox/books`))
  expect(body.card_gateway).toMatchObject({
    requests: { '/pts/v2/payments': 1, '/risk/v1/authentications': 1 },
  })
})

test('two sandboxes in one process are independent', async () => {
  world = await openWorld()
  const other = await openWorld()
  const order = basket()
  await bought(world, visa, order)
  expect(await other.books(order.code)).toEqual([])
  await other.sandbox.close()
})

test('the program prints its URL and stops on a signal', async () => {
  const program = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'sandbox/main.ts'], {
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: '0',
      SANDBOX_CARD_GATEWAY_MERCHANTS: JSON.stringify([merchantAccount]),
    },
  })
  const line = await new Promise<string>((resolve) =>
    program.stdout.once('data', (data) => resolve(String(data))),
  )
  const { ready } = JSON.parse(line)
  expect((await fetch(`${ready}/sandbox/books`)).status).toBe(200)
  const left = new Promise((resolve) => program.once('exit', resolve))
  program.kill('SIGTERM')
  expect(await left).toBe(0)
})

test('an invalid setting is named and nothing starts', async () => {
  const env = {
    PATH: process.env.PATH,
    SANDBOX_PORT: 'many',
    SANDBOX_CARD_GATEWAY_MERCHANTS: '{',
    SANDBOX_MPESA_PRIVATE_KEY: 'no key',
  }
  const [code, text] = await new Promise<[unknown, string]>((resolve) => {
    execFile(process.execPath, ['sandbox/main.ts'], { env }, (error, _out, err) =>
      resolve([error?.code, err]),
    )
  })
  expect(code).toBe(1)
  expect(text).toContain('SANDBOX_PORT')
  expect(text).toContain('SANDBOX_CARD_GATEWAY_MERCHANTS')
  expect(text).toContain('SANDBOX_MPESA_PRIVATE_KEY')
})
