// Card testing on payment links: which declines count against which visitor, and what customers see meanwhile.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { charge } from '../../server/cards/charges/charge.ts'
import { pricedTransactionByUuid } from '../../server/cards/transaction/queries.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { checkoutOfLink, createLink, fillLinkForm, html, uuidOf } from '../support/callers/payment-links.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { unreachableGateway } from '../support/world/unreachable-gateway.ts'
import { openWorld, type World } from '../support/world/world.ts'

const declining = '4000000000000002'
let ahead = 0
const clock = { now: () => systemClock.now().add({ seconds: ahead }) }
let world: World
beforeAll(async () => {
  world = await openWorld({ clock, settings: { TRUSTED_PROXIES: '127.0.0.1' } })
  // A decline ends a payment here; server/cards/charges/checkout-attempts.test.ts tests payments with several attempts.
  await rows('update merchant set checkout_attempts = 1, version = version + 1')
})
afterAll(() => world.close())
afterEach(() => {
  ahead = 0
})

const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: createHash('md5').update(text).digest('hex'), text }, values)
/** Each visitor in these tests has its own address unless the test says otherwise. */
let last = 0
const newAddress = () => `198.51.${Math.floor(++last / 250)}.${1 + (last % 250)}`

const newLink = () => createLink(world, { max_uses: 10_000 })

type Visitor = { address: string; device?: string | undefined }
const headersOf = ({ address, device }: Visitor) => ({
  'x-forwarded-for': address,
  ...(device && { cookie: device }),
})
const look = (path: string, visitor: Visitor): Promise<ApiResponse> =>
  send(world.url, 'GET', path, Buffer.alloc(0), { ...html, ...headersOf(visitor) })
const fill = (code: string, visitor: Visitor, headers: Record<string, string> = {}, at = world) =>
  fillLinkForm(at, code, {}, { ...headersOf(visitor), ...headers })
/** A browser that has opened the page of the link. */
async function visitorAt(code: string, address = newAddress()): Promise<Visitor> {
  const page = await look(`/pl/${code}/checkout`, { address })
  return { address, device: cookieIn(page) }
}
const cookieIn = ({ headers }: ApiResponse) => [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0]
const checkoutOf = (code: string, visitor: Visitor) => checkoutOfLink(world, code, {}, headersOf(visitor))

/** Pays at the link `times` times with a card that is declined. */
async function declineAt(code: string, visitor: Visitor, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const { body } = await world.payByCalls(await checkoutOf(code, visitor), declining)
    assert.deepEqual(body, { state: 'DONE' })
  }
}
const refused = { detail: 'Too many declined payments' }
const busy = { detail: 'Payment link busy' }
const paid = { state: 'DONE' }
const reached = async (links: string[]): Promise<number> =>
  (await world.books()).payments.filter(({ code }: { code: string }) => links.map(uuidOf).includes(code))
    .length
/** The state after fifteen declines of fifteen different visitors. */
const slowDown = (code: string, more = '') =>
  rows(
    `update payment_link set window_started_at = $2, window_declines = 15, window_successes = 0 ${more} where code = $1`,
    [code, clock.now()],
  )
const statusOf = async (link: string) => (await world.status(uuidOf(link))).transaction_status
const visitorsOf = (code: string) =>
  rows<{ kind: string; declines: number; successes: number; under_way: number }>(
    `select v.kind, declines, successes, charges_under_way as under_way from link_visitor v
       join payment_link l on l.id = v.payment_link_id where code = $1 order by v.kind, declines`,
    [code],
  )

describe('a visitor whose cards are declined', () => {
  test('a device with five declines is refused at the link; others at its address can pay [C4.10] [S-30]', async () => {
    const code = await newLink()
    const tester = await visitorAt(code)
    const before = await checkoutOf(code, tester)
    await declineAt(code, tester, 5)
    const response = await fill(code, tester)
    assert.deepEqual([response.status, response.body], [429, refused])
    const seconds = Number(response.headers['retry-after'])
    assert.ok(seconds > 600 && seconds <= 900, String(seconds))
    const late = await world.payByCalls(before)
    assert.deepEqual([late.status, late.body], [429, refused])
    assert.equal(await reached([before]), 0)
    const enrolled = `select 1 from card_authentication a join card_transaction t on t.id = a.transaction_id
                       where transaction_uuid = $1 and a.state <> 'set_up'`
    expect(await rows(enrolled, [uuidOf(before)])).toEqual([])
    const page = await fill(code, tester, { ...html, 'accept-language': 'fr' })
    assert.match(page.text, /Trop de paiements refusés/)
    const customer = await visitorAt(code, tester.address)
    expect((await world.payByCalls(await checkoutOf(code, customer))).body).toEqual(paid)
  })

  test('an address with fifteen declines is refused on any device; other addresses can pay [C4.10] [S-30]', async () => {
    const code = await newLink()
    const address = '2001:db8:1:2::1'
    for (const n of [1, 2, 3]) await declineAt(code, await visitorAt(code, `2001:db8:1:2::${n}`), 5)
    const neighbour = await visitorAt(code, '2001:db8:1:2:ffff::9')
    assert.deepEqual((await fill(code, neighbour)).body, refused)
    assert.deepEqual((await fill(code, { address })).body, refused)
    const customer = await visitorAt(code, '2001:db8:1:3::1')
    const link = await checkoutOf(code, customer)
    expect((await world.payByCalls(link)).body).toEqual(paid)
    assert.equal(await statusOf(link), 'SUCCESS')
  })

  test('an address shared by many customers is allowed one more decline per success [C4.10] [S-30]', async () => {
    const code = await newLink()
    const address = newAddress()
    expect((await world.payByCalls(await checkoutOf(code, { address }))).body).toEqual(paid)
    await declineAt(code, { address }, 15)
    const customer = await visitorAt(code, address)
    await declineAt(code, customer, 1)
    assert.deepEqual((await fill(code, customer)).body, refused)
  })

  test('a visitor that keeps no cookie is counted by address alone [C4.10] [S-30]', async () => {
    const code = await newLink()
    const address = newAddress()
    await declineAt(code, { address }, 15)
    assert.deepEqual((await fill(code, { address })).body, refused)
  })

  test('an address that no trusted proxy reported does not count [C4.10] [S-30]', async () => {
    const stranger = await openWorld({ role: 'api' })
    try {
      const code = await createLink(stranger, { max_uses: 99 })
      await Promise.all([1, 2].map(() => fill(code, { address: newAddress() }, {}, stranger)))
      const text =
        'select count(distinct address)::int as addresses, count(distinct device)::int as devices from link_visit'
      expect(await stranger.db.rows({ name: 'visits', text })).toEqual([{ addresses: 1, devices: 2 }])
    } finally {
      await stranger.close()
    }
  })

  test('declines at one link do not count at another [C4.10] [S-30]', async () => {
    const [code, other] = [await newLink(), await newLink()]
    const tester = await visitorAt(code)
    await declineAt(code, tester, 5)
    assert.equal((await fill(other, tester)).status, 303)
  })

  test('a refused device can try again after a quarter of an hour [C4.10] [S-30]', async () => {
    const code = await newLink()
    const tester = await visitorAt(code)
    await declineAt(code, tester, 5)
    ahead = 14 * 60
    assert.equal((await fill(code, tester)).status, 429)
    ahead = 15 * 60 + 1
    assert.equal((await fill(code, tester)).status, 303)
    // The gateway's tokens follow the gateway's own clock, so for a charge the window is moved instead of the time.
    ahead = 0
    await rows(`update link_visitor set window_started_at = window_started_at - interval '15 minutes'`)
    await declineAt(code, tester, 1)
    expect((await visitorsOf(code)).map(({ declines }) => declines)).toEqual([1, 1])
  })

  test('of ten simultaneous charges from one device, five reach the gateway [C4.10] [S-30]', async () => {
    const code = await newLink()
    const tester = await visitorAt(code)
    const links = await Promise.all(Array.from({ length: 10 }, () => checkoutOf(code, tester)))
    const responses = await Promise.all(links.map((link) => world.payByCalls(link, declining)))
    assert.equal(await reached(links), 5)
    assert.equal(responses.filter(({ status }) => status === 200).length, 5)
    for (const { status, body } of responses.filter(({ status }) => status !== 200))
      assert.deepEqual([status, body], [429, refused])
    expect(await visitorsOf(code)).toEqual(
      ['address', 'device'].map((kind) => ({ kind, declines: 5, successes: 0, under_way: 0 })),
    )
  })

  test('a charge that never left this machine is not a decline and no longer counts as in flight [C4.10]', async () => {
    const code = await newLink()
    const link = await checkoutOf(code, await visitorAt(code))
    const transaction = await pricedTransactionByUuid(world.db, uuidOf(link))
    const needs = { ...world.system.cards, gatewayFor: unreachableGateway(world) }
    assert.equal(
      (await charge(needs, transaction, { token: { jwt: 'x.y.z', id: 'token-1' } })).state,
      'not_sent',
    )
    expect((await visitorsOf(code)).map(({ declines, under_way }) => [declines, under_way])).toEqual([
      [0, 0],
      [0, 0],
    ])
  })
})

describe('a link whose payments are mostly declined', () => {
  test('a declining link admits twenty new visitors, then one at a time; a customer can pay [C4.10] [S-30]', async () => {
    const code = await newLink()
    const strangers = await Promise.all(Array.from({ length: 25 }, () => visitorAt(code)))
    const links = await Promise.all(strangers.map((stranger) => checkoutOf(code, stranger)))
    const began = clock.now()
    const responses = await Promise.all(links.map((link) => world.payByCalls(link, declining)))
    const seconds = began.until(clock.now()).total('seconds')
    assert.ok((await reached(links)) <= 20 + Math.floor(seconds / 5) + 1)
    for (const { status, body } of responses.filter(({ status }) => status !== 200))
      assert.deepEqual([status, body], [429, busy])
    ahead = 60
    const link = await checkoutOf(code, await visitorAt(code))
    expect((await world.payByCalls(link)).body).toEqual(paid)
    assert.equal(await statusOf(link), 'SUCCESS')
  })

  test('two customers at once both pay, the second a few seconds later [C4.10] [S-30]', async () => {
    const code = await newLink()
    await slowDown(code)
    const links = [
      await checkoutOf(code, await visitorAt(code)),
      await checkoutOf(code, await visitorAt(code)),
    ]
    // The first success does not end the throttling: fifteen declines outnumber it.
    const responses = await Promise.all(links.map((link) => world.payByCalls(link)))
    for (const { body } of responses) expect(body).toEqual(paid)
    const ends = await rows<{ at: Temporal.Instant }>(
      'select o.created_at as at from operation o join card_transaction t on t.id = o.card_transaction_id where transaction_uuid = any($1) order by 1',
      [links.map(uuidOf)],
    )
    assert.ok(ends[0]!.at.until(ends[1]!.at).total('seconds') >= 5)
  })

  test('a script that skips the queue gets 429 and a wait in seconds; a browser waits [C4.10] [S-30]', async () => {
    const code = await newLink()
    const customer = await visitorAt(code)
    await slowDown(code, `, newcomer_turn_at = $2::timestamptz + interval '4 seconds'`)
    const response = await fill(code, customer)
    assert.deepEqual([response.status, response.body], [429, busy])
    assert.match(response.headers['retry-after'] as string, /^[1-4]$/)
    const page = await fill(code, customer, { ...html, 'accept-language': 'fr' })
    assert.equal(page.status, 200)
    assert.match(page.text, /Un instant/)
    const [, address] = /^[1-4]; url=(http.*)$/.exec(page.headers.refresh as string) ?? []
    const [made] = await rows<any>(
      'select bill_to_address_city as city from card_transaction where transaction_uuid = $1',
      [uuidOf(address!)],
    )
    assert.equal(made.city, 'Goma')
    expect((await world.payByCalls(address!)).body).toEqual(paid)
  })

  test('a visitor whose card was declined waits behind those whose cards were not [C4.10] [S-30]', async () => {
    const code = await newLink()
    const [tester, customer] = [await visitorAt(code), await visitorAt(code)]
    await declineAt(code, tester, 1)
    await slowDown(code, `, other_turn_at = $2::timestamptz + interval '1 hour'`)
    const [late, link] = await Promise.all([fill(code, tester), checkoutOf(code, customer)])
    assert.deepEqual([late.status, late.body], [429, busy])
    expect((await world.payByCalls(link)).body).toEqual(paid)
  })

  test('a transaction created earlier does not let its visitor skip the queue [C4.10] [S-30]', async () => {
    const code = await newLink()
    const tester = await visitorAt(code)
    const link = await checkoutOf(code, tester)
    await declineAt(code, tester, 1)
    await slowDown(code, `, other_turn_at = $2::timestamptz + interval '1 hour'`)
    const response = await world.payByCalls(link)
    assert.deepEqual([response.status, response.body], [429, busy])
    assert.equal(await reached([link]), 0)
  })

  test('a device that has paid is not throttled [C4.10] [S-30]', async () => {
    const code = await newLink()
    const customer = await visitorAt(code)
    await world.payByCalls(await checkoutOf(code, customer))
    const later = `$2::timestamptz + interval '1 hour'`
    await slowDown(code, `, newcomer_turn_at = ${later}, other_turn_at = ${later}`)
    expect((await world.payByCalls(await checkoutOf(code, customer))).body).toEqual(paid)
    const neighbour = await visitorAt(code, customer.address)
    assert.deepEqual((await fill(code, neighbour)).body, busy)
  })

  test('a busy link is distinguished from an attacked one by its successes [C4.10]', async () => {
    const code = await newLink()
    await slowDown(code, `, newcomer_turn_at = $2::timestamptz + interval '1 hour'`)
    await rows('update payment_link set window_successes = 40 where code = $1', [code])
    expect((await world.payByCalls(await checkoutOf(code, await visitorAt(code)))).body).toEqual(paid)
  })

  test('a throttled link is open again after a quarter of an hour [C4.10] [S-30]', async () => {
    const code = await newLink()
    await slowDown(code, `, newcomer_turn_at = $2::timestamptz + interval '1 day'`)
    assert.deepEqual((await fill(code, await visitorAt(code))).body, busy)
    ahead = 15 * 60 + 1
    await checkoutOf(code, await visitorAt(code))
    ahead = 0
    await rows(
      `update payment_link set window_started_at = window_started_at - interval '15 minutes' where code = $1`,
      [code],
    )
    expect((await world.payByCalls(await checkoutOf(code, await visitorAt(code)))).body).toEqual(paid)
  })
})

describe('the data stored about a visitor', () => {
  test('the device cookie covers one link for a month, without script access; previews get none [C4.10] [S-30]', async () => {
    const code = await newLink()
    const address = newAddress()
    assert.equal((await look(`/pl/${code}`, { address })).headers['set-cookie'], undefined)
    const page = await look(`/pl/${code}/checkout`, { address })
    const attributes = `Path=/pl/${code}; HttpOnly; SameSite=Lax; Max-Age=2592000`
    expect([page.headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(new RegExp(`^likuta-device=[\\w-]{43}; ${attributes}$`)),
    ])
    const device = cookieIn(page)
    assert.equal((await look(`/pl/${code}/checkout`, { address, device })).headers['set-cookie'], undefined)
    // The form also sets the cookie by which the payer finds the receipt again.
    const cookiesOf = async (visitor: Parameters<typeof fill>[1]) =>
      [(await fill(code, visitor)).headers['set-cookie']].flat().map((cookie) => cookie?.split('=')[0])
    expect(await cookiesOf({ address })).toContain('likuta-device')
    expect(await cookiesOf({ address, device })).toEqual(['likuta-payment'])
  })

  test('the device cookie is restricted to encrypted connections where these exist [C4.10] [S-30]', async () => {
    const encrypted = await openWorld({ role: 'api', settings: { BASE_URL: 'https://pay.example' } })
    try {
      const code = await createLink(encrypted)
      const page = await send(encrypted.url, 'GET', `/pl/${code}/checkout`, Buffer.alloc(0), html)
      assert.match(
        String(page.headers['set-cookie']),
        /^__Secure-likuta-device=[\w-]{43}; Path=\/pl\/\w{12}; HttpOnly; SameSite=Lax; Secure; /,
      )
    } finally {
      await encrypted.close()
    }
  })

  test('a visitor is stored as two keyed hashes, different at each link, for two days [C4.10]', async () => {
    const code = await newLink()
    const visitor = await visitorAt(code, '203.0.113.77')
    await checkoutOf(code, visitor)
    await declineAt(await newLink(), visitor, 1)
    const known = await rows<{ address: Buffer; device: Buffer }>(
      'select address, device from link_visit order by transaction_id desc limit 2',
    )
    const hashes = known.flatMap(({ address, device }) => [address, device])
    assert.equal(new Set(hashes.map((hash) => hash.toString('hex'))).size, 4)
    for (const hash of hashes) assert.equal(hash.length, 32)
    ahead = 49 * 3600
    const left = () => rows('select 1 from link_visit union all select 1 from link_visitor')
    await expect.poll(left).toEqual([])
  })

  test('no visitor data is stored for the payer of an order [C4.10]', async () => {
    const { transactionUuid, link } = await world.createOrder()
    await world.payByCalls(link)
    expect(
      await rows(
        'select 1 from link_visit join card_transaction t on t.id = transaction_id where transaction_uuid = $1',
        [transactionUuid],
      ),
    ).toEqual([])
  })
})
