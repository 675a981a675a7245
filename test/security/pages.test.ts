// Security headers of pages and responses, and the handling of untrusted text in them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api' })
})
afterAll(() => world.close())

const html = { accept: 'text/html' }
const anonymous = (method: string, path: string, headers: Record<string, string> = {}) =>
  send(world.url, method, path, Buffer.alloc(0), headers, { astray: true })
const visit = (link: string, headers: Record<string, string> = html) => {
  const { pathname, search } = new URL(link)
  return anonymous('GET', pathname + search, headers)
}
const path = (link: string) => new URL(link).pathname + new URL(link).search

async function newLink(overrides: Record<string, unknown> = {}): Promise<string> {
  const body = {
    amount: 10,
    currency: 'USD',
    merchant_reference: 'L-1',
    callback_url: `${world.url}/hook`,
    ...overrides,
  }
  return (await world.signed('POST', '/api/v1/payment-links', body)).body.data.code
}

/** One of each kind of page and response that an anonymous visitor can get. */
async function everyKind(): Promise<[what: string, response: ApiResponse][]> {
  const { link } = await world.createOrder()
  const code = await newLink()
  const paths = {
    'the checkout page': path(link),
    'a result that does not exist yet': `${new URL(link).pathname}/result${new URL(link).search}`,
    'an unknown payment': '/api/v1/payment/LKT-20260101-000000-AAAAAAAA-CD?sig=x',
    'the address of a link': `/pl/${code}`,
    'the form of a link': `/pl/${code}/checkout`,
    'an unknown link': '/pl/NOBODYKNOWS1',
    'the form of an unknown link': '/pl/NOBODYKNOWS1/checkout',
    'the page a challenge ends on': '/api/v1/microform/step-up/x',
    'an unknown path': '/nowhere',
    'the portal': '/portal',
    'the console': '/console',
    'the home page': '/',
    'the reference': '/docs/en',
    'the guides': '/guides/en',
    'the page that verifies receipts': '/verify',
    'its manifest': '/verify/fr.webmanifest',
    'the keys of receipts': '/.well-known/receipt-keys.json',
    'an unknown receipt': '/api/v1/receipts/ABCDEFGHJK',
    health: '/livez',
    readiness: '/readyz',
    'the document': '/openapi.json',
    'the public rates': '/api/v1/remittance/rate',
    'a list without a token': '/api/v1/merchant/payments',
    'an admin without a token': '/api/v1/admin/overview',
    'the test receiver': '/api/v1/test/test-callback/history',
  }
  const responses: [string, ApiResponse][] = []
  for (const [what, path] of Object.entries(paths)) {
    responses.push([`${what}, as a page`, await anonymous('GET', path, html)])
    responses.push([
      `${what}, as JSON`,
      await anonymous('GET', path, { accept: 'application/json', origin: 'https://evil.example' }),
    ])
  }
  responses.push(['a method that is not allowed', await anonymous('DELETE', '/livez')])
  responses.push(['an order without a signature', await anonymous('POST', '/api/v1/payment/orders')])
  return responses
}

describe('every kind of response', () => {
  test('every response prevents sniffing, referrers and cross-origin reads, and names no software [S-52]', async () => {
    for (const [what, { headers, text }] of await everyKind()) {
      expect([what, headers['strict-transport-security']]).toEqual([
        what,
        'max-age=31536000; includeSubDomains',
      ])
      expect([what, headers['x-content-type-options']]).toEqual([what, 'nosniff'])
      assert.match(headers['referrer-policy'] ?? '', /^(no-referrer|same-origin)$/, what)
      expect([what, headers['cross-origin-opener-policy']]).toEqual([what, 'same-origin'])
      for (const name of ['access-control-allow-origin', 'server', 'x-powered-by', 'via'])
        expect([what, name, headers[name]]).toEqual([what, name, undefined])
      // The form of a payment link distinguishes devices with a cookie that identifies no person.
      assert.match(String(headers['set-cookie'] ?? ''), /^(likuta-device=[\w-]{43}; Path=\/pl\/.*)?$/, what)
      if (text === '') continue
      assert.match(headers['content-type'] ?? '', /charset=utf-8|^image\//, what)
      assert.doesNotMatch(text, /fastify|node\.js|postgres/i, what)
    }
  })

  test('every page has a safe policy with a nonce and cannot be framed [S-42] [S-48]', async () => {
    const nonces: string[] = []
    let pages = 0
    for (const [what, { headers }] of await everyKind()) {
      if (!/^text\/html/.test(headers['content-type'] ?? '')) continue
      pages += 1
      const policy = headers['content-security-policy'] ?? ''
      assert.match(policy, /default-src 'none'/, what)
      assert.match(policy, /base-uri 'none'/, what)
      assert.match(policy, /frame-ancestors 'none'/, what)
      assert.match(policy, /form-action '(none|self)'/, what)
      assert.doesNotMatch(policy, /unsafe-|\*| https?:\/\/(?!localhost|127\.0\.0\.1)/, what)
      assert.equal(headers['x-frame-options'], 'DENY', what)
      nonces.push(...[...policy.matchAll(/'nonce-([^']+)'/g)].map(([, nonce]) => nonce!))
    }
    assert.ok(pages >= 15, String(pages))
    for (const nonce of nonces) assert.ok(Buffer.from(nonce, 'base64url').length >= 16, nonce)
    const distinct = new Set(nonces).size
    assert.ok(distinct >= 8, `${distinct} nonces`)
  })
})

describe('the checkout page', () => {
  test('the checkout page loads only the scripts listed in docs/security.md, each with its hash [S-44] [S-43]', async () => {
    const { link } = await world.createOrder()
    const { text } = await visit(link)
    const scripts = [...text.matchAll(/<script\b([^>]*)>([^<]*)/g)].map(([, attributes, inside]) => ({
      attributes,
      inside,
    }))
    const programs = scripts.filter(({ attributes }) => !/type="application\/json"/.test(attributes!))
    const listed = [...readFileSync('docs/security.md', 'utf8').matchAll(/^\| `([^`]*\.js)` \|/gm)].map(
      ([, name]) => name!,
    )
    const loaded = programs.map(({ attributes }) => / src="([^"]*)"/.exec(attributes!)?.[1] ?? 'inline')
    const named = loaded.map((path) => path.replace(/^.*\//, '').replace(/[.-][\w-]{8,}(?=\.js$)/, ''))
    expect(named).toEqual(listed)
    for (const { attributes, inside } of programs) {
      assert.match(attributes!, /integrity="sha(256|384|512)-/)
      assert.match(attributes!, /nonce="/)
      assert.equal(inside!.trim(), '')
    }
    const { body } = await world.checkout(link, 'session')
    assert.match(JSON.stringify(body), /sha(256|384|512)-[A-Za-z0-9+/=]{40,}/)
    assert.doesNotMatch(text, / on[a-z]+=|javascript:/i)
  })

  test('the checkout page may use payment, and no camera, microphone or location', async () => {
    const { link } = await world.createOrder()
    const { headers } = await visit(link)
    expect(headers['permissions-policy']).toBe('camera=(), microphone=(), geolocation=(), payment=(self)')
  })

  test('a checkout link opens with its whole signature and with no character of it changed [S-49]', async () => {
    const { link } = await world.createOrder()
    const sig = new URL(link).searchParams.get('sig')!
    assert.ok(sig.length >= 22, sig)
    const open = await visit(link)
    assert.equal(open.status, 200)
    assert.equal(open.headers['cache-control'], 'no-store')
    const others = [...sig].map(
      (character, i) => sig.slice(0, i) + (character === 'a' ? 'b' : 'a') + sig.slice(i + 1),
    )
    for (const other of [
      ...others,
      '',
      sig.slice(1),
      sig.slice(0, -1),
      `${sig}a`,
      sig.toUpperCase(),
      `${sig}%00`,
      ` ${sig}`,
    ]) {
      const response = await visit(link.replace(sig, other))
      assert.ok([400, 403, 404].includes(response.status), `${other}: ${response.status}`)
    }
    const twice = await visit(`${link}&sig=${'a'.repeat(sig.length)}`)
    assert.ok([400, 403].includes(twice.status), String(twice.status))
  })
})

const polyglot = `jaVasCript:/*-/*\`/*'/*"/**/(/* */oNcliCk=alert() )//%0D%0A//</stYle/</titLe/</teXtarEa/</scRipt/--!><sVg/oNloAd=alert()>`
const texts = [
  polyglot,
  `"><script>alert(1)</script>`,
  `'-alert(1)-'`,
  `$\{alert(1)}`,
  '{{7*7}}',
  '<%= 7*7 %>',
  '</script><script>alert(1)//',
  '\u2028alert(1)',
  '<!--<script>',
  '&lt;img src=x&gt;',
]

describe('untrusted text on pages [S-51]', () => {
  test('merchant and payer input is plain text in every field of the checkout and result pages', async () => {
    for (const hostile of texts) {
      const fields = [
        'merchant_reference',
        'bill_to_forename',
        'bill_to_surname',
        'bill_to_address_line1',
        'bill_to_address_city',
        'description',
      ]
      const { link } = await world.createOrder(Object.fromEntries(fields.map((field) => [field, hostile])))
      assertOnlyText((await visit(link)).text, hostile)
      await world.payByCalls(link)
      assertOnlyText((await visit(link.replace('?', '/result?'))).text, hostile)
    }
  })

  test("a merchant's name and a visitor's input are plain text on the form of a link", async () => {
    for (const hostile of texts.slice(0, 5)) {
      const code = await newLink({ description: hostile, merchant_reference: hostile })
      assertOnlyText((await anonymous('GET', `/pl/${code}/checkout`, html)).text, hostile)
      assertOnlyText(
        (await anonymous('GET', `/pl/${code}/checkout?lang=${encodeURIComponent(hostile)}`, html)).text,
        hostile,
      )
      const form = new URLSearchParams({ bill_to_forename: hostile, bill_to_email: hostile, visit: hostile })
      const repeated = await send(world.url, 'POST', `/pl/${code}/checkout`, Buffer.from(String(form)), {
        ...html,
        'content-type': 'application/x-www-form-urlencoded',
      })
      assertOnlyText(repeated.text, hostile)
    }
    const named = await world.register({ name: polyglot.slice(0, 100) })
    const order = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url), { as: named })
    assertOnlyText((await visit(order.body.data.links)).text, polyglot)
  })

  test('an address or a reference cannot inject a header', async () => {
    for (const hostile of ['a\r\nSet-Cookie: x=1', 'a%0d%0aSet-Cookie:%20x=1']) {
      const order = { merchant_reference: hostile }
      const isLines = hostile.includes('\n')
      if (isLines) {
        const refused = await world.signed('POST', '/api/v1/payment/orders', orderBody(world.url, order))
        assert.deepEqual([refused.status, refused.body.detail[0].type], [422, 'value_error'])
      }
      const { link } = await world.createOrder({
        ...(!isLines && order),
        return_url: `https://shop.example/?a=${encodeURIComponent(hostile)}`,
      })
      await world.payByCalls(link)
      const back = await visit(link)
      assert.equal(back.status, 303)
      assert.equal(back.headers['set-cookie'], undefined)
    }
  })
})

/** The page has no tag, handler or end of a data block that we did not write. */
function assertOnlyText(page: string, hostile: string): void {
  assert.doesNotMatch(page, /<svg[^>]*onload|<script>alert|<img src=x|<sVg|<stYle|\son\w+=/, hostile)
  assert.doesNotMatch(page, /49/.test(page) && hostile === '{{7*7}}' ? />49</ : /<%=/, hostile)
  for (const [, data] of page.matchAll(/<script[^>]*application\/json[^>]*>([^<]*)<\/script>/g))
    assert.doesNotThrow(() => JSON.parse(data!), hostile)
}

describe('redirects of a payer [S-50]', () => {
  const bad = [
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)', 'javascript://shop.example/%0aalert(1)'],
    ...['data:text/html,<script>alert(1)</script>', 'vbscript:msgbox(1)', 'file:///etc/passwd', 'ftp://shop.example/', 'blob:https://shop.example/1'],
    ...['//evil.example/', '/\\evil.example', '\\\\evil.example', 'https:evil.example', 'https:/evil.example', 'https:\\\\evil.example'],
    ...['https://shop.example\\@evil.example/', 'https://user@evil.example/', 'https://shop.example:secret@evil.example/', 'https://shop.example/\r\nLocation: https://evil.example'],
    ...['https://', 'https:///evil.example', 'https://shop.example:99999/', 'https://[::1', 'http://', 'about:blank', 'shop.example', '', 'x', 'https://shop.example/a b'],
    ...['intent://scan/#Intent;scheme=zxing;end', 'whatsapp://send?text=x', 'tel:+243990000000', 'mailto:a@shop.example'],
  ] // biome-ignore format: a table with one row per line

  test.each(bad)('a payer is never redirected to %j', async (url) => {
    for (const field of ['return_url', 'cancel_url', 'redirect_url', 'callback_url']) {
      const response = await world.signed(
        'POST',
        '/api/v1/payment/orders',
        orderBody(world.url, { [field]: url }),
      )
      // Spaces at either end are not part of an address.
      if (url.trim() === '' && field !== 'callback_url') continue
      assert.equal(response.status, 422, `${field}: ${response.text}`)
    }
  })

  test("a payer is redirected only to the order's addresses, whatever the request says", async () => {
    const { link } = await world.createOrder({
      return_url: 'https://shop.example/done',
      cancel_url: 'https://shop.example/no',
    })
    await world.payByCalls(link)
    const evil = encodeURIComponent('https://evil.example/')
    const names = ['return_url', 'cancel_url', 'redirect_url', 'next', 'url', 'return', 'continue']
    const response = await visit(`${link}&${names.map((name) => `${name}=${evil}`).join('&')}`, {
      ...html,
      host: 'localhost',
      'x-forwarded-host': 'evil.example',
      referer: 'https://evil.example/',
    })
    assert.equal(response.status, 303)
    assert.equal(new URL(response.headers.location ?? '').origin, 'https://shop.example')
    assert.doesNotMatch(response.headers.location ?? '', /evil/)
  })
})

test('viewing pages a hundred times changes no row [S-47]', async () => {
  const { link } = await world.createOrder()
  const code = await newLink()
  const paths = [
    path(link),
    `/pl/${code}`,
    `/pl/${code}/checkout`,
    `${new URL(link).pathname}/progress${new URL(link).search}`,
  ]
  const before = await changes()
  for (let i = 0; i < 25; i += 1) await Promise.all(paths.map((path) => anonymous('GET', path, html)))
  assert.deepEqual(await changes(), before)
})

/** All payment data that could have changed. */
function changes() {
  return world.db.rows({
    name: 'changes_by_looking',
    text: `select (select md5(string_agg(t::text, '' order by id)) from card_transaction t) as transactions,
                  (select md5(string_agg(t::text, '' order by id)) from payment_link t) as links,
                  (select count(*) from webhook_event) as events, (select count(*) from operation) as operations`,
  })
}
