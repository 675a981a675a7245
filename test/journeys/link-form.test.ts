// The form of a payment link: what a payer types into it, what is stored of that, and what the page shows.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  checkoutOfLink,
  createLink,
  fillLinkForm,
  html,
  type LinkForm,
  uuidOf,
} from '../support/callers/payment-links.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { send } from '../support/http/send.ts'
import { openWorld, type World } from '../support/world/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  // A decline ends a payment here; server/cards/charges/checkout-attempts.test.ts tests payments with several attempts.
  await rows('update merchant set checkout_attempts = 1, version = version + 1')
})
afterAll(() => world.close())

const newLink = (overrides?: Record<string, unknown>) => createLink(world, overrides)
const fill = (...form: LinkForm) => fillLinkForm(world, ...form)
const checkoutOf = (...form: LinkForm) => checkoutOfLink(world, ...form)
const rows = <Row>(text: string, values: unknown[] = []) =>
  world.db.rows<Row>({ name: text.slice(0, 60), text }, values)

test('a browser may keep the reply to a form, so that Back leads to it, and not the page of a link', async () => {
  const code = await newLink()
  const cachedAs = ({ headers }: ApiResponse) => headers['cache-control']
  const refused = await fill(code, { bill_to_email: 'no' })
  assert.deepEqual([refused.status, cachedAs(refused)], [422, 'private, no-cache'])
  const path = `/pl/${code}/checkout`
  assert.equal(cachedAs(await send(world.url, 'GET', path, Buffer.alloc(0), html)), 'no-store')
})

describe('what a payer types into the form of a link', () => {
  const telephone = async (typed: string) => {
    const checkout = await checkoutOf(await newLink(), { bill_to_phone: typed })
    const [row] = await rows<any>(
      'select bill_to_phone as phone from card_transaction where transaction_uuid = $1',
      [uuidOf(checkout)],
    )
    return row.phone
  }
  test.each([
    '\u202a099 123 4567\u202c',
    '\u2066+243\u00a0991\u202f234\u2009567\u2069',
    '٠٩٩١٢٣٤٥٦٧',
    '०९९१२३४५६७',
    '０９９（１２３）４５６７',
    '(099) 123.45.67',
    '+243\u2011991\u2013234\u2212567',
    '00243 99\u200b1 234\u00ad567',
  ])('the telephone %j is the number that its payer sees', async (typed) => {
    assert.equal(await telephone(typed), '+243991234567')
  })

  test.each([
    { bill_to_forename: 'Mobutu', bill_to_surname: '' },
    { bill_to_forename: '', bill_to_surname: 'Mobutu' },
    { bill_to_forename: 'Mobutu', bill_to_surname: '-' },
  ])('a payer with one name, typed as %o, pays with it', async (names) => {
    const code = await newLink()
    const checkout = await checkoutOf(code, { ...names, one_name: '1' })
    const [row] = await rows<any>(
      'select bill_to_forename, bill_to_surname from card_transaction where transaction_uuid = $1',
      [uuidOf(checkout)],
    )
    assert.deepEqual(Object.values(row), ['Mobutu', '-'])
    assert.match(
      (await send(world.url, 'GET', checkout.slice(world.url.length), Buffer.alloc(0), html)).text,
      /<dd>Mobutu<\/dd>/,
    )
    // The form that is shown again keeps the box, and shows no sign in the field.
    const again = await fill(code, { ...names, one_name: '1', bill_to_email: 'no' })
    assert.match(again.text, /name="one_name" value="1" checked/)
    assert.doesNotMatch(again.text, /name="bill_to_surname" value="-"/)
    assert.equal((await fill(code, { bill_to_forename: '', bill_to_surname: '', one_name: '1' })).status, 422)
  })

  test('a name, an email and a city lose what nobody sees, and a wrong number is still refused', async () => {
    const checkout = await checkoutOf(await newLink(), {
      bill_to_forename: '\u202aGrâce\u00a0Marie\u200b\u202c',
      bill_to_email: '\ufeffGrace@Exam\u200bple.com\u00a0',
      bill_to_address_city: 'Go\u00adma\u3164',
    })
    const [row] = await rows<any>(
      'select bill_to_forename, bill_to_email, bill_to_address_city from card_transaction where transaction_uuid = $1',
      [uuidOf(checkout)],
    )
    assert.deepEqual(Object.values(row), ['Grâce Marie', 'grace@example.com', 'Goma'])
    assert.equal((await fill(await newLink(), { bill_to_phone: '\u202a099 zero\u202c' })).status, 422)
    assert.equal((await fill(await newLink(), { bill_to_forename: '\u200b\u3164' })).status, 422)
  })
})

const look = (link: string, headers: Record<string, string>): Promise<ApiResponse> => {
  const { pathname, search } = new URL(link)
  return send(world.url, 'GET', pathname + search, Buffer.alloc(0), headers)
}

test('the form of a retry is filled in for the device that typed it, and for no other', async () => {
  const code = await newLink()
  const page = `/pl/${code}/checkout`
  const look = (address: string, cookie?: string) =>
    send(world.url, 'GET', address, Buffer.alloc(0), { ...html, ...(cookie && { cookie }) })
  const device = String([(await look(page)).headers['set-cookie'] ?? []].flat()[0]).split(';')[0] as string
  const filled = await fill(code, {}, { ...html, cookie: device })
  const link = filled.headers.location as string
  await world.payByCalls(link, '4000000000000002')
  const ended = await look(`${new URL(link).pathname}/result${new URL(link).search}`)
  const [, retry = ''] =
    /href="[^"]*(\/pl\/\w+\?retry=[\w-]+)"/.exec(ended.text.replaceAll('&#61;', '=')) ?? []
  const { location } = (await look(retry)).headers
  assert.equal(location, `${world.url}${page}?retry=${uuidOf(link)}`)
  const seen = async (cookie?: string) =>
    (await look(`${page}?retry=${uuidOf(link)}`, cookie)).text.includes('12 avenue')
  assert.deepEqual([await seen(device), await seen(), await seen('likuta-device=x')], [true, false, false])
})

describe('the form', () => {
  test('the form applies the order rules, reports every error at once and keeps the input [C2.1]', async () => {
    const code = await newLink()
    const response = await fill(
      code,
      {
        bill_to_forename: '',
        bill_to_email: 'grace',
        bill_to_phone: '12',
        bill_to_address_city: 'Goma "Nord"',
      },
      html,
      '?lang=en',
    )
    assert.equal(response.status, 422)
    for (const texts of [
      'Enter your first name.',
      'Check the address, for example',
      'Check the number, for example',
      'value="Goma &#34;Nord&#34;"',
      'value="grace"',
    ])
      assert.ok(response.text.includes(texts), texts)
    assert.equal(
      (
        await rows<any>(
          'select count(*)::int as n from card_transaction t join payment_link l on l.id = t.payment_link_id where code = $1',
          [code],
        )
      )[0].n,
      0,
    )
  })

  test.each([
    [{ bill_to_address_country: 'US' }, ['Saisissez votre État.', 'Saisissez votre code postal.']],
    [
      { bill_to_address_country: 'US', bill_to_address_state: 'NY', bill_to_address_postal_code: '1000' },
      ['Vérifiez le code postal'],
    ],
    [
      { bill_to_address_country: 'US', bill_to_address_state: 'N1', bill_to_address_postal_code: '10001' },
      ['Saisissez les 2 lettres de l’État'],
    ],
    [{ bill_to_address_country: 'CA', bill_to_address_postal_code: 'K1A0B1' }, ['Saisissez votre province.']],
    [{ bill_to_address_country: 'XX' }, ['Choisissez un pays dans la liste.']],
    [{ bill_to_surname: 'x'.repeat(1025) }, ['Ce texte est trop long.']],
  ])('%j is reported beside the field [C7]', async (fields, expected) => {
    const response = await fill(await newLink(), fields as Record<string, string>)
    assert.equal(response.status, 422)
    for (const texts of expected) assert.ok(response.text.includes(texts), texts)
  })

  test.each([
    [
      {
        bill_to_address_country: 'US',
        bill_to_address_state: 'ny',
        bill_to_address_postal_code: '10001-1234',
        bill_to_phone: '+12125550123',
      },
      'NY',
      '10001-1234',
    ],
    [
      {
        bill_to_address_country: 'CA',
        bill_to_address_province: 'on',
        bill_to_address_postal_code: 'K1A 0B1',
        bill_to_phone: '+16135550123',
      },
      'ON',
      'K1A0B1',
    ],
    [
      {
        bill_to_address_country: 'BE',
        bill_to_address_state: 'zz9',
        bill_to_address_postal_code: 'left over',
        bill_to_phone: '+32470123456',
      },
      null,
      null,
    ],
  ])('the address is stored as the country needs it: %j [C2.1]', async (fields, state, postalCode) => {
    const link = await checkoutOf(await newLink(), fields as Record<string, string>)
    const [row] = await rows<any>(
      'select bill_to_address_state as state, bill_to_address_postal_code as postal from card_transaction where transaction_uuid = $1',
      [uuidOf(link)],
    )
    assert.deepEqual(row, { state, postal: postalCode })
  })

  test('the form is accepted only from our own page and only as a form [C4.10] [S-47]', async () => {
    const code = await newLink()
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ])
      assert.equal((await fill(code, {}, headers as Record<string, string>)).status, 403)
    assert.equal((await fill(code, {}, { 'content-type': 'application/json' })).status, 415)
    assert.equal((await fill(code, {}, { origin: world.url, 'sec-fetch-site': 'same-origin' })).status, 303)
  })

  test("the checkout language is the requested one, else the link's, else the browser's [C4.10]", async () => {
    const link = await newLink({ locale: 'en' })
    const page = async (code: string, query: string, accept: string) =>
      /<html lang="(..)"/.exec(
        (
          await send(world.url, 'GET', `/pl/${code}/checkout${query}`, Buffer.alloc(0), {
            'accept-language': accept,
          })
        ).text,
      )?.[1]
    assert.equal(await page(link, '', 'fr'), 'en')
    assert.equal(await page(link, '?lang=fr', 'en'), 'fr')
    assert.equal(await page(await newLink(), '', 'en'), 'en')
    assert.match((await look(await checkoutOf(link), { 'accept-language': 'fr' })).text, /<html lang="en"/)
    assert.match(
      (await fill(link, {}, html, '?lang=fr')).headers.location as string,
      /\?sig=[\w-]{43}&lang=fr$/,
    )
  })
})

describe('the page', () => {
  const hostile = `"'><img src=x onerror=alert(1)></textarea><script>alert(1)</script>`

  test('merchant and visitor input stays text on the page [C4.10]', async () => {
    const code = await newLink({ description: hostile, merchant_reference: hostile })
    const page = await send(world.url, 'GET', `/pl/${code}/checkout`, Buffer.alloc(0), html)
    const repeated = await fill(code, { bill_to_forename: hostile, bill_to_email: hostile, visit: hostile })
    for (const { text } of [page, repeated]) assert.doesNotMatch(text, /<img|<script/)
  })

  test('the page has a chat preview with merchant, amount and purpose; no indexing, no framing [C4.10] [S-48]', async () => {
    const code = await newLink({ description: 'Deux pagnes', merchant_reference: 'SECRET-REF' })
    const { text, headers } = await send(world.url, 'GET', `/pl/${code}/checkout`, Buffer.alloc(0), html)
    assert.match(text, /<meta property="og:title" content="Boutique Test · 25,50.USD">/)
    assert.match(text, /<meta property="og:description" content="Deux pagnes">/)
    assert.match(text, /<meta name="twitter:card" content="summary_large_image">/)
    assert.ok(text.includes(`<meta property="og:url" content="${world.url}/pl/${code}">`))
    for (const tag of text.match(/<meta[^>]*>/g) ?? []) assert.doesNotMatch(tag, /SECRET-REF/)
    assert.match(text, /<meta name="robots" content="noindex">/)
    assert.match(
      headers['content-security-policy'] as string,
      /^default-src 'none'; style-src 'nonce-[\w-]+'; .*frame-ancestors 'none'/,
    )
  })
})
