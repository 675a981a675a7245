// Sends card numbers and secrets to every endpoint in every field, header and address, then searches tables,
// database files, logs and refusals for them.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLog } from '../../server/platform/process/log.ts'
import { tokenOf } from '../support/callers/self-service.ts'
import { operatorAddress, transfersOf } from '../support/callers/transfers.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { orderBody } from '../support/world/bodies.ts'
import { adminToken } from '../support/world/settings.ts'
import { openWorld, type World } from '../support/world/world.ts'
import { columnsOf, dataFiles, echoing, filesHolding, openCanaries, reverted } from './canaries.ts'
import { type Caller, callWith, everyCall } from './every-call.ts'

const canaries = openCanaries()
const lines: string[] = []
const refusals: string[] = []
/** Values that must be found nowhere. */
const secrets: Record<string, string> = {}
const begun = Date.now() - 2_000
let world: World

beforeAll(async () => {
  const masterKey = randomBytes(32).toString('base64')
  const operatorSecret = randomBytes(16).toString('hex')
  world = await openWorld({
    settings: { MASTER_KEY: masterKey },
    sandbox: { operatorSecret },
    log: openLog('debug', { write: (line) => void lines.push(line) }),
  })
  const as = await world.register()
  const caller: Caller = { as, token: await tokenOf(world, as) }
  await world.topUp('100.00', as)
  const { api_secret, merchant_secret, callback_secret } = world.merchant
  const gatewaySecret = world.system.settings.gateways.sandbox!.sharedSecret
  const wrongPassword = `wrong-password-${randomBytes(12).toString('hex')}`
  const wrongToken = `wrong-token-${randomBytes(12).toString('hex')}`
  Object.assign(secrets, {
    masterKey,
    operatorSecret,
    api_secret,
    merchant_secret,
    callback_secret,
    gatewaySecret,
  })
  Object.assign(secrets, { adminToken, token: caller.token, wrongPassword, wrongToken })
  await world.topUp('100.00')
  await sendEverywhere(caller)
  await sendWrongSecrets(wrongPassword, wrongToken)
  await liveThrough()
})
afterAll(() => world.close())

const collect = (response: ApiResponse) => {
  if (response.status >= 400)
    refusals.push(`${response.status} ${response.text} ${JSON.stringify(response.headers)}`)
  return response
}

/** Sends a different number in each field, in each header, in the query, and in undocumented fields. */
async function sendEverywhere(caller: Caller): Promise<void> {
  const target = await world.register()
  const naming = { merchant_code: target.merchant_code, environment: 'sandbox', operator: 'airtel' }
  const calls = everyCall(world, naming).filter(({ name }) => !/clock|test-callback/.test(name))
  for (const call of calls) {
    for (const [field, value] of Object.entries(call.example)) {
      const where = `${call.name} ${field}`
      const number = canaries.next(where, field.length % 2 === 0 ? 'plain' : 'spaced')
      const body = {
        ...call.example,
        [field]: typeof value === 'number' ? Number(number.replaceAll(' ', '')) : number,
      }
      collect(await callWith(world, caller, call, JSON.stringify(body)))
    }
    const stray = {
      card_number: canaries.next(`${call.name} card_number`),
      cvv: canaries.next(`${call.name} cvv`),
    }
    const query = `?card=${canaries.next(`${call.name} query`)}`
    const headers = Object.fromEntries(
      [
        'user-agent',
        'referer',
        'cookie',
        'x-request-id',
        'accept-language',
        'x-forwarded-for',
        'x-card-number',
      ].map((name) => [name, canaries.next(`${call.name} ${name}`)]),
    )
    const body = JSON.stringify({ ...call.example, ...stray })
    collect(await callWith(world, caller, { ...call, path: call.path + query }, body, headers))
  }
  for (const path of [
    '/api/v1/payment/',
    '/pl/',
    '/api/v1/merchant/payments/',
    '/nowhere/',
    '/portal?card=',
  ]) {
    const response = await fetch(`${world.url}${path}${canaries.next(path)}`, {
      headers: { authorization: `Bearer ${caller.token}` },
    })
    if (response.status >= 400) refusals.push(await response.text())
  }
}

async function sendWrongSecrets(wrongPassword: string, wrongToken: string): Promise<void> {
  const basic = Buffer.from(`${world.merchant.merchant_code}:${wrongToken}`).toString('base64')
  secrets.wrongBasic = basic
  const login = { email: world.merchant.email, password: wrongPassword }
  const tries: [string, string, Record<string, string>, object?][] = [
    ['POST', '/api/v1/merchant/login', {}, login],
    ['POST', '/api/v1/merchant/session', {}, { ...login, password: { of: wrongPassword } }],
    ['GET', '/api/v1/admin/overview', { 'x-admin-token': wrongToken }],
    ['GET', '/api/v1/merchant/me', { authorization: `Bearer ${wrongToken}` }],
    ['GET', '/api/v1/remittance/balance', { authorization: `Basic ${basic}` }],
    [
      'POST',
      '/api/v1/payment/status',
      { 'x-api-key': wrongToken, 'x-timestamp': '1', 'x-signature': wrongToken },
      {},
    ],
  ]
  for (const [method, path, headers, body] of tries) {
    const sent = {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    }
    const response = await fetch(world.url + path, sent)
    assert.ok(response.status >= 400, path)
    refusals.push(`${response.status} ${await response.text()}`)
  }
}

/**
 * A payment and a transfer whose every text is a number, from start to end, with what merchants and admins receive
 * about them.
 */
async function liveThrough(): Promise<void> {
  const texts = [
    'merchant_reference',
    'bill_to_forename',
    'bill_to_surname',
    'bill_to_address_line1',
    'bill_to_address_city',
  ]
  const numbers = Object.fromEntries(texts.map((field) => [field, canaries.next(`paid order ${field}`)]))
  const { link } = await world.createOrder(orderBody(world.url, numbers))
  collect(await world.payByCalls(link))
  const transfers = transfersOf(world, world.merchant)
  const fields = [
    'reference',
    'sender_first_name',
    'sender_last_name',
    'sender_document_number',
    'current_address',
  ]
  const transfer = Object.fromEntries(fields.map((field) => [field, canaries.next(`transfer ${field}`)]))
  const { transaction_id } = await transfers.accepted(transfer)
  // Transfers with digits in a name are held until an admin releases them.
  await transfers.reaches(transfer.reference!, 'Hold')
  const release = `/api/v1/admin/remittance/holds/${transaction_id}/release`
  collect(await world.admin('POST', release, { reason: 'Names of a test' }))
  await transfers.reaches(transfer.reference!, 'Successful')
}

describe('control: canaries', () => {
  test('control: canary numbers are valid and found in each spelling and amid other text', () => {
    const [plain, spaced] = [canaries.next('control plain'), canaries.next('control spaced', 'spaced')]
    assert.match(plain, /^\d{16}$/)
    assert.match(spaced, /^(\d{4} ){3}\d{4}$/)
    expect(canaries.foundIn(`a${plain}b ${spaced} ${plain.replace(/(\d{4})(?=\d)/g, '$1-')}`)).toEqual([
      'control plain',
      'control spaced',
      'control plain',
    ])
    expect(canaries.foundInBytes(Buffer.from(`\0\x01${plain}\0${spaced}`))).toEqual(
      expect.arrayContaining(['control plain', 'control spaced']),
    )
    expect(canaries.foundIn('4242424242424242 4111111111111111')).toEqual([])
  })

  test('control: a canary in a table is found in the table, its file and the write-ahead log', async () => {
    const number = canaries.next('control row')
    await world.db.rows({
      name: 'control_table',
      text: `create table control_row as select '${number}'::text as text`,
    })
    const found: string[] = []
    for await (const { name, values } of columnsOf(world.db))
      if (values.some((value) => canaries.foundIn(value).length > 0)) found.push(name)
    expect(found).toContain('control_row.text')
    const files = filesHolding(await dataFiles(world.db, begun), { control: number })
    assert.ok(
      files.some((file) => file.includes('/base/')) && files.some((file) => file.includes('/pg_wal/')),
      String(files),
    )
    await world.db.rows({ name: 'drop_control_table', text: 'drop table control_row' })
  })

  test('control: the log was captured, and calls were refused', () => {
    assert.ok(lines.length > 20, String(lines.length))
    assert.ok(refusals.length > 100, String(refusals.length))
  })
})

describe('a card number in a request [S-55]', () => {
  test('a card number is found only in columns that return what a merchant or its payer wrote', async () => {
    const found = new Set<string>()
    for await (const { name, values } of columnsOf(world.db))
      for (const value of values)
        for (const where of canaries.foundIn(value)) found.add(`${name} <- ${where}`)
    expect([...found].filter((name) => !echoing.includes(name.split(' ')[0]!)).sort()).toEqual([])
  })

  test('a card number is in database files and the write-ahead log only through those columns', async () => {
    const inColumns = new Set<string>()
    for await (const { values } of columnsOf(world.db))
      for (const value of values) for (const where of canaries.foundIn(value)) inColumns.add(where)
    const inFiles = new Set(
      (await dataFiles(world.db, begun)).flatMap(({ bytes }) => canaries.foundInBytes(bytes)),
    )
    expect(
      [...inFiles]
        .filter((where) => !inColumns.has(where) && !reverted.includes(where) && !where.startsWith('control'))
        .sort(),
    ).toEqual([])
  })

  test('a card number is in no log line and no refusal', () => {
    expect(lines.filter((line) => canaries.foundIn(line).length > 0)).toEqual([])
    expect(refusals.filter((text) => canaries.foundIn(text).length > 0)).toEqual([])
  })
})

describe('a secret in a request [S-57] [S-58]', () => {
  test('a secret is in no table, database file or write-ahead log', async () => {
    const found: string[] = []
    for await (const { name, values } of columnsOf(world.db))
      for (const [what, secret] of Object.entries(secrets))
        if (values.some((value) => value.includes(secret))) found.push(`${what} in ${name}`)
    expect(found).toEqual([])
    expect(filesHolding(await dataFiles(world.db, begun), secrets)).toEqual([])
  })

  test('a secret is in no log line and no refusal', () => {
    for (const [what, secret] of Object.entries(secrets))
      expect([what, [...lines, ...refusals].filter((text) => text.includes(secret))]).toEqual([what, []])
  })
})

test('refused admins, callbacks and locked sign-ins are logged with reason, address and request [S-72]', async () => {
  const refused = lines
    .map((line) => JSON.parse(line))
    .find(({ msg, reason }) => msg === 'admin access refused' && reason === 'Invalid admin token')
  expect(refused).toMatchObject({
    level: 'warn',
    reason: 'Invalid admin token',
    address: '127.0.0.1',
    request_id: expect.any(String),
    time: expect.stringMatching(/Z$/),
  })
  await fetch(`${world.url}${operatorAddress(world, 'vodacom')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      msg: 'operator callback refused',
      reason: expect.any(String),
      address: '127.0.0.1',
    }),
  )
  for (let i = 0; i < 5; i += 1)
    await fetch(`${world.url}/api/v1/merchant/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@shop.example', password: 'not the password' }),
    })
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      msg: 'sign-in locked after wrong passwords',
      address: '127.0.0.1',
    }),
  )
})

test('each refusal of an admin is one line: wrong token, ended session, wrong password, lock [S-72]', async () => {
  const at = (path: string, init: RequestInit) => fetch(`${world.url}/api/v1/admin/${path}`, init)
  const login = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@likuta.example', password: 'not the password' }),
  }
  const before = lines.length
  const responses = [
    await at('me', { headers: { 'x-admin-token': 'made up' } }),
    await at('me', { headers: { authorization: `Bearer ${'a'.repeat(43)}` } }),
  ]
  for (let n = 0; n < 6; n++) responses.push(await at('login', login))
  const refused = lines
    .slice(before)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'admin access refused')
  expect(refused.map(({ address, request_id }) => [address, request_id])).toEqual(
    responses.map(({ headers }) => ['127.0.0.1', headers.get('x-request-id')]),
  )
  const wrong = 'Wrong email or password'
  expect(refused.map(({ reason }) => reason)).toEqual([
    'Invalid admin token',
    'Access token missing, unknown or expired',
    ...Array(5).fill(wrong),
    'Too many wrong passwords, try again later',
  ])
})

test('no caller can forge a log line [S-57]', () => {
  const log: string[] = []
  const forged = openLog('debug', { write: (line) => void log.push(line) })
  forged.warn('a\n{"level":"error","msg":"forged"}', {
    reason: 'b\r\n\u001b[31mred\u2028c',
    error: new Error('d\n{"e":1}'),
  })
  assert.equal(log.length, 1)
  assert.equal(log[0]!.trimEnd().split(/[\r\n\u2028]/).length, log[0]!.includes('\u2028') ? 2 : 1)
  assert.doesNotMatch(log[0]!, /\u001b/)
})
