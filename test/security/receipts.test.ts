// What strangers learn from receipts: only what a code they hold tells, and nothing by trying codes.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '../../server/platform/database/database.ts'
import { openLog } from '../../server/platform/process/log.ts'
import { openWorld, type World } from '../support/world/world.ts'

const lines: string[] = []
const perSecond = 20
let world: World
let receipt: { receipt: string; code: string }
beforeAll(async () => {
  world = await openWorld({
    settings: { RATE_LIMIT_RECEIPTS_PER_SECOND: String(perSecond) },
    log: openLog('debug', { write: (line) => void lines.push(line) }),
  })
  const { transactionUuid, link } = await world.createOrder({ merchant_reference: 'INV-2041' })
  assert.deepEqual((await world.payByCalls(link)).body, { state: 'DONE' })
  receipt = (await world.signed('GET', `/api/v1/payment/${transactionUuid}/receipt`)).body.data
  const result = await fetch(link.replace(transactionUuid, `${transactionUuid}/result`), {
    headers: { accept: 'text/html' },
  })
  assert.equal(result.status, 200)
})
afterAll(() => world.close())

const lookUp = (code: string) => fetch(`${world.url}/api/v1/receipts/${code}`)

test('a code tells the payment, and nothing about the payer, the card or our identifiers', async () => {
  const text = await (await lookUp(receipt.code)).text()
  expect(JSON.parse(text).data).toMatchObject({ state: 'paid', reference: 'INV-2041' })
  assert.doesNotMatch(text, /Gr[âa]ce|Mukendi|example\.com|99123|Goma|4242|LKT-|\d{15}/i)
})

test('no line of the log contains a token or a code', async () => {
  await lookUp('ZZZZZZZZZZ')
  await fetch(`${world.url}/verify`)
  assert.ok(lines.length > 0)
  const secrets = [receipt.receipt.slice(0, 40), receipt.receipt.slice(-40), receipt.code, 'ZZZZZZZZZZ']
  assert.deepEqual(
    lines.filter((line) => secrets.some((secret) => line.includes(secret))),
    [],
  )
})

test('codes of consecutive receipts have nothing in common', async () => {
  const codes = new Set([receipt.code])
  for (let i = 0; i < 5; i++) {
    const { transactionUuid, link } = await world.createOrder()
    await world.payByCalls(link)
    codes.add((await world.signed('GET', `/api/v1/payment/${transactionUuid}/receipt`)).body.data.code)
  }
  assert.equal(codes.size, 6)
  // Each character is one of 31: two codes that share five of ten places are a one in 300,000 chance.
  const shared = (a: string, b: string) => [...a].filter((character, at) => b[at] === character).length
  for (const a of codes) for (const b of codes) if (a !== b) assert.ok(shared(a, b) < 6, `${a} ${b}`)
})

const countCodes = statement<{ count: bigint }>('test_count_receipts', 'select count(*) from receipt')

test('codes cannot be tried: each address is limited, and a guess stores nothing', async () => {
  const [before] = await world.db.rows(countCodes)
  const guesses = await Promise.all(Array.from({ length: 4 * perSecond }, () => lookUp('ABCDEFGHJK')))
  const statuses = guesses.map(({ status }) => status)
  assert.ok(statuses.includes(429))
  assert.ok(statuses.every((status) => status === 404 || status === 429))
  expect(await world.db.rows(countCodes)).toEqual([before])
})
