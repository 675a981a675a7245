import assert from 'node:assert/strict'
import decodeQR from 'qr/decode.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../../../test/support/http/send.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { finalStates } from '../../kernel/moves.ts'
import { reserveUse } from '../transaction/link-uses.ts'
import { linkMoves } from '../transaction/payment-link.ts'
import { cardProblems } from '../transaction/problems.ts'

const path = '/api/v1/payment-links'
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const linkBody = (overrides: Record<string, unknown> = {}) => ({
  amount: 25.5,
  currency: 'USD',
  merchant_reference: 'INV-1',
  callback_url: `${world.url}/api/v1/test/test-callback`,
  ...overrides,
})
const create = (overrides: Record<string, unknown> = {}, options = {}) =>
  world.signed('POST', path, linkBody(overrides), options)
const created = async (overrides: Record<string, unknown> = {}) => (await create(overrides)).body.data
const cancel = (code: string, options = {}) =>
  world.signed('POST', `${path}/${code}/cancel`, undefined, options)
const read = async (code: string) => (await world.signed('GET', `${path}/${code}`)).body.data
const visit = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(world.url, method, address, Buffer.alloc(0), headers)
const set = (code: string, change: string) =>
  world.db.rows(
    { name: `set ${change}`.slice(0, 60), text: `update payment_link set ${change} where code = $1` },
    [code],
  )
const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

describe('creating a payment link', () => {
  test('POST /payment-links accepts a callback_url and returns the link [C4.10]', async () => {
    const { status, body } = await create({ description: 'Deux pagnes' })
    assert.equal(status, 200)
    expect(body).toEqual({
      status: 'success',
      data: {
        code: expect.stringMatching(/^[A-HJKMNP-Z2-9]{12}$/),
        url: `${world.url}/pl/${body.data.code}`,
        qr_svg_url: `${world.url}/pl/${body.data.code}/qr.svg`,
        status: 'ACTIVE',
        kind: 'single',
        amount: '25.50',
        currency: 'USD',
        merchant_reference: 'INV-1',
        description: 'Deux pagnes',
        max_uses: 1,
        uses: 0,
        expires_at: stamp,
        created_at: stamp,
      },
    })
    const life = Date.parse(body.data.expires_at) - Date.parse(body.data.created_at)
    assert.equal(life, 7 * 86_400_000)
    assert.deepEqual(await read(body.data.code), body.data)
  })

  test.each([
    [{ amount: '25.50' }, 'amount', 'float_type'],
    [{ amount: 0 }, 'amount', 'greater_than'],
    [{ callback_url: 'javascript:alert(1)' }, 'callback_url', 'url_parsing'],
    [{ return_url: 'data:text/html,x' }, 'return_url', 'url_parsing'],
    [{ cancel_url: '//shop.example' }, 'cancel_url', 'url_parsing'],
    [{ merchant_reference: ' ' }, 'merchant_reference', 'string_too_short'],
    [{ description: 'x'.repeat(501) }, 'description', 'string_too_long'],
    [{ max_uses: 0 }, 'max_uses', 'greater_than_equal'],
    [{ max_uses: 10_001 }, 'max_uses', 'less_than_equal'],
    [{ max_uses: 1.5 }, 'max_uses', 'int_type'],
    [{ max_uses: '3' }, 'max_uses', 'int_type'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at', 'datetime_future'],
    [{ expires_at: '2099-01-01T00:00:00Z' }, 'expires_at', 'value_error'],
    [{ expires_at: '2027-01-01T00:00:00' }, 'expires_at', 'timezone_aware'],
    [{ expires_at: 'tomorrow' }, 'expires_at', 'datetime_parsing'],
    [{ expires_at: '2027-02-30T00:00:00Z' }, 'expires_at', 'datetime_parsing'],
    [{ expires_at: 1_800_000_000 }, 'expires_at', 'string_type'],
    [{ locale: 'de' }, 'locale', 'string_pattern_mismatch'],
  ])('a payment link with %j is 422 at %s: %s [C7]', async (overrides, field, type) => {
    const { status, body } = await create(overrides)
    assert.equal(status, 422)
    expect(body.detail.map(({ type, loc }: any) => ({ type, loc }))).toEqual([{ type, loc: ['body', field] }])
  })

  test.each([
    [{ currency: 'EUR' }, "Currency 'EUR' is not supported. Allowed: CDF, USD"],
    [{ amount: 0.99 }, 'Minimum amount for USD is 1.00'],
    [{ amount: 499.99, currency: 'CDF' }, 'Minimum amount for CDF is 500.00'],
    [{ amount: 1.001 }, 'Amount must have at most two decimal places'],
  ])('a payment link follows the rules of an order: %j is 400 %s [C7]', async (overrides, detail) => {
    const { status, body } = await create(overrides)
    assert.deepEqual([status, body], [400, { detail }])
  })

  test('a payment link accepts null as the default, and the longest values allowed [C4.10]', async () => {
    const link = await created({
      max_uses: null,
      expires_at: null,
      description: null,
      locale: null,
      return_url: null,
    })
    assert.deepEqual([link.max_uses, link.description], [1, ''])
    const end = new Date(Date.now() + 364 * 86_400_000).toISOString()
    const long = await created({
      max_uses: 10_000,
      description: 'é'.repeat(500),
      expires_at: end,
      locale: 'fr_CD',
    })
    assert.deepEqual([long.max_uses, long.expires_at], [10_000, end.replace(/\.\d+Z/, 'Z')])
  })

  test('a card number in the description of a payment link is masked before it is stored', async () => {
    const link = await created({ description: 'Solde de la carte 4111 1111 1111 1111' })
    assert.equal(link.description, 'Solde de la carte ***')
  })

  test('one Idempotency-Key creates one payment link, and another body is 422 [C4.10]', async () => {
    const headers = { 'idempotency-key': 'link-1' }
    const first = await create({}, { headers })
    const repeated = await create({}, { headers })
    assert.deepEqual([repeated.body, repeated.headers['idempotency-replayed']], [first.body, 'true'])
    assert.equal((await create({ amount: 30 }, { headers })).status, 422)
  })

  test('all four payment link calls require a signature [C5]', async () => {
    const { code } = await created()
    for (const [method, address] of [
      ['POST', path],
      ['GET', path],
      ['GET', `${path}/${code}`],
      ['POST', `${path}/${code}/cancel`],
    ]) {
      const response = await visit(address as string, {}, method)
      assert.deepEqual([response.status, response.body], [401, { detail: 'Missing authentication headers' }])
    }
    assert.equal((await read(code)).status, 'ACTIVE')
  })
})

describe('the list of payment links', () => {
  test('payment links are listed newest first, in pages, for their own merchant only [C4.10]', async () => {
    const as = await world.register()
    for (const merchant_reference of ['A', 'B', 'C']) await create({ merchant_reference }, { as })
    const list = async (query = '') => (await world.signed('GET', path + query, undefined, { as })).body
    const all = await list()
    assert.deepEqual(
      all.data.items.map((link: any) => link.merchant_reference),
      ['C', 'B', 'A'],
    )
    expect(all.data.pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1 })
    const second = await list('?page=2&limit=2')
    assert.deepEqual(
      second.data.items.map((link: any) => link.merchant_reference),
      ['A'],
    )
    expect(second.data.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2 })
    assert.equal((await list('?limit=500')).data.pagination.limit, 100)
    expect((await list('?page=0&limit=x')).detail.map(({ type, loc }: any) => [type, loc])).toEqual([
      ['greater_than_equal', ['query', 'page']],
      ['int_parsing', ['query', 'limit']],
    ])
    const stranger = await world.register()
    const none = await world.signed('GET', path, undefined, { as: stranger })
    expect(none.body.data).toEqual({ items: [], pagination: { page: 1, limit: 20, total: 0, pages: 0 } })
  })

  test("another merchant's payment link is the same 404 as an unknown one [C7]", async () => {
    const { code } = await created()
    const as = await world.register()
    for (const response of [
      await world.signed('GET', `${path}/${code}`, undefined, { as }),
      await world.signed('GET', `${path}/NOSUCHLINK00`),
      await cancel(code, { as }),
      await cancel('NOSUCHLINK00'),
    ])
      assert.deepEqual([response.status, response.body], [404, { detail: 'Payment link not found' }])
    assert.equal((await read(code)).status, 'ACTIVE')
  })
})

describe('the address of a payment link', () => {
  test('GET /pl/{code} redirects with 307 to its checkout page and keeps the language [C4.10]', async () => {
    const { code, url } = await created()
    const response = await visit(`/pl/${code}`)
    assert.deepEqual([response.status, response.headers.location], [307, `${url}/checkout`])
    assert.equal((await visit(`/pl/${code}?lang=en`)).headers.location, `${url}/checkout?lang=en`)
    assert.equal((await visit(`/pl/${code}?lang=%0d%0a`)).headers.location, `${url}/checkout`)
  })

  test('a browser that opens a payment link gets its page without a redirect [C4.10]', async () => {
    const { code } = await created()
    const opening = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
    const opened = await visit(`/pl/${code}?lang=en`, opening)
    assert.deepEqual([opened.status, opened.headers['cache-control']], [200, 'no-store'])
    assert.match(
      opened.text,
      new RegExp(`<form id="billing" method="post" action="/pl/${code}/checkout\\?lang`),
    )
    // The device is known by a cookie that the form will send.
    assert.match(String(opened.headers['set-cookie']), new RegExp(`; Path=/pl/${code};`))
    for (const other of [{}, { accept: 'text/html' }, { ...opening, accept: 'application/json' }])
      assert.equal((await visit(`/pl/${code}`, other)).status, 307)
  })

  test('a payment link code is case-insensitive for visitors and its merchant [C4.10]', async () => {
    const { code, url } = await created()
    const typed = code.toLowerCase()
    assert.equal((await visit(`/pl/${typed}`)).headers.location, `${url}/checkout`)
    assert.equal((await visit(`/pl/${typed}/checkout`)).status, 200)
    assert.equal((await visit(`/pl/${typed}/qr.svg`)).status, 200)
    assert.equal((await read(typed)).code, code)
    assert.equal((await cancel(typed)).body.data.status, 'CANCELLED')
  })

  test('a payment link opens with what was copied around its code', async () => {
    const { code, url } = await created()
    for (const end of ['/', '.', ')', ').', '%2F', '%E2%80%8B', '%20', '%C2%A0'])
      assert.equal((await visit(`/pl/${code}${end}`)).headers.location, `${url}/checkout`, end)
    const wide = [...code].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
    assert.equal((await visit(`/pl/${encodeURIComponent(`\u202a${wide}\u202c`)}`)).status, 307)
    assert.equal((await visit(`/pl/${code}x.`)).status, 404)
  })

  test('an unknown payment link is 404, as JSON and as a page [C7]', async () => {
    for (const address of ['/pl/NOSUCHLINK00', '/pl/NOSUCHLINK00/checkout', '/pl/NOSUCHLINK00/qr.svg']) {
      const response = await visit(address)
      assert.deepEqual([response.status, response.body], [404, { detail: 'Payment link not found' }])
    }
    const page = await visit('/pl/NOSUCHLINK00', { accept: 'text/html' })
    assert.deepEqual([page.status, page.headers['content-type']], [404, 'text/html; charset=utf-8'])
  })

  test.each([
    ['EXPIRED', 'expired', /Ce lien a expiré/],
    ['EXHAUSTED', 'exhausted', /Ce lien a déjà servi/],
    ['CANCELLED', 'cancelled', /Ce lien n’est plus valable/],
  ])('a payment link that is %s is 410, as JSON and as a page [C7]', async (status, text, texts) => {
    const { code } = await created()
    await set(code, `status = '${status}'`)
    for (const address of [`/pl/${code}`, `/pl/${code}/checkout`]) {
      const response = await visit(address)
      assert.deepEqual([response.status, response.body], [410, { detail: `Payment link ${text}` }])
      const page = await visit(address, { accept: 'text/html' })
      assert.equal(page.status, 410)
      assert.match(page.text, texts)
    }
  })

  test('a payment link past its end is EXPIRED before and after the expiry worker runs [C3]', async () => {
    const { code } = await created()
    await set(code, "expires_at = now() - interval '1 second'")
    assert.equal((await visit(`/pl/${code}`)).status, 410)
    assert.equal((await read(code)).status, 'EXPIRED')
    const late = await cancel(code)
    assert.deepEqual([late.status, late.body], [410, { detail: 'Payment link expired' }])
    await expect.poll(() => moves(code)).toEqual(['expired ACTIVE EXPIRED'])
  })

  test('a payment link reserves uses until its end, and none from then on [C3]', async () => {
    const { code } = await created({ max_uses: 5 })
    const text = 'select id, expires_at from payment_link where code = $1'
    const [link] = await world.db.rows<any>({ name: 'end_of_link', text }, [code])
    await reserveUse(
      world.db,
      { linkId: link.id, transactionId: 0n },
      link.expires_at.subtract({ microseconds: 1 }),
    )
    const late = reserveUse(world.db, { linkId: link.id, transactionId: 0n }, link.expires_at)
    await expect(late).rejects.toThrow(cardProblems.link_expired.detail)
    const reserved = {
      name: 'reserved',
      text: 'select uses_reserved, status from payment_link where id = $1',
    }
    expect(await world.db.rows(reserved, [link.id])).toEqual([{ uses_reserved: 1, status: 'ACTIVE' }])
  })

  test('the QR code of a payment link encodes its address and can be embedded by any page [C4.10]', async () => {
    const { qr_svg_url, url } = await created()
    const response = await visit(new URL(qr_svg_url).pathname)
    assert.equal(response.headers['content-type'], 'image/svg+xml; charset=utf-8')
    assert.equal(response.headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(readQr(response.text), url)
  })

  test('previews of a payment link change nothing: HEAD and 100 GETs [C4.10] [S-47]', async () => {
    const { code } = await created()
    const state = async () =>
      JSON.stringify(
        await Promise.all([
          world.db.rows(
            { name: 'link_now', text: 'select to_jsonb(l)::text as it from payment_link l where code = $1' },
            [code],
          ),
          world.db.rows({ name: 'paid_now', text: 'select count(*)::int as n from card_transaction' }),
        ]),
      )
    const before = await state()
    const robot = { accept: 'text/html', 'user-agent': 'WhatsApp/2.23' }
    for (const method of ['HEAD', ...Array.from({ length: 100 }, () => 'GET')]) {
      assert.equal((await visit(`/pl/${code}`, robot, method)).status, 307)
      assert.equal((await visit(`/pl/${code}/checkout`, robot, method)).status, 200)
    }
    assert.equal(await state(), before)
  })
})

/** Decodes the picture as a phone would, with each dark square drawn four pixels wide. */
function readQr(svg: string): string {
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * 4
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y, width] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = Number(y) * 4; row < Number(y) * 4 + 4; row++)
      data.fill(0, (row * size + Number(x) * 4) * 4, (row * size + (Number(x) + Number(width)) * 4) * 4)
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  return decodeQR({ width: size, height: size, data })
}

const moves = async (code: string) =>
  (
    await world.db.rows<any>(
      {
        name: 'moves',
        text: 'select m.* from payment_link_move m join payment_link l on l.id = m.payment_link_id where code = $1 order by m.id',
      },
      [code],
    )
  ).map((row) => `${row.event} ${row.from_status} ${row.to_status}`)

describe('cancelling a payment link', () => {
  test('cancelling an ACTIVE payment link makes it CANCELLED; a second time is 409 [C3]', async () => {
    const { code } = await created()
    const response = await cancel(code)
    assert.deepEqual([response.status, response.body.data.status], [200, 'CANCELLED'])
    const repeated = await cancel(code)
    assert.deepEqual([repeated.status, repeated.body], [409, { detail: 'Payment link cancelled' }])
    assert.deepEqual(await moves(code), ['cancelled ACTIVE CANCELLED'])
  })

  test('an exhausted payment link cannot be cancelled: 409 [C7]', async () => {
    const { code } = await created()
    await set(code, "status = 'EXHAUSTED'")
    const response = await cancel(code)
    assert.deepEqual([response.status, response.body], [409, { detail: 'Payment link exhausted' }])
  })

  test('a payment link cancelled by ten concurrent calls is cancelled once [C3]', async () => {
    const { code } = await created()
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancel(code)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
    assert.equal((await moves(code)).length, 1)
  })
})

test('EXPIRED and CANCELLED are final states of a payment link, and EXHAUSTED but for refunds of parts [C3]', () => {
  assert.deepEqual(finalStates(linkMoves), ['EXPIRED', 'CANCELLED'])
  assert.deepEqual(linkMoves.EXHAUSTED, { reopened: 'ACTIVE' })
})
