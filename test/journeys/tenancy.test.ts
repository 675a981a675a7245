// Isolation of merchants: every route of the running server that a merchant can call is called by one merchant with
// every identifier of another.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutCardNumbers } from '../../server/kernel/card-number.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { payoutSettings } from '../support/callers/payouts.ts'
import { portalOf } from '../support/callers/portal.ts'
import {
  goLive,
  oneIdOfEachTable,
  oneOfEachKind,
  openTenant,
  stored,
  type Tenant,
  textsIn,
} from '../support/callers/tenant.ts'
import { recount } from '../support/database/day-counts.ts'
import { fillPayments, fillTransfers } from '../support/database/many-rows.ts'
import {
  askerOf,
  eachOf,
  pathNaming,
  type Send,
  type SentRequest,
  type Way,
  ways,
} from '../support/http/callers.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { type Route, recordRoutes } from '../support/http/routes.ts'
import { inboundBody, orderBody } from '../support/world/bodies.ts'
import { openWorld, type World } from '../support/world/world.ts'

const received = recordRoutes()
let world: World
let victim: Tenant
/** A merchant like the victim, with other names, that goes live at the end. */
let moved: Tenant
/** Texts and numbers that identify something of the victim's: one of each kind. */
let names: { texts: string[]; ids: string[] }
/** Values of the victim that no response to another merchant may contain. */
let marks: string[]
beforeAll(async () => {
  world = await openWorld({ productionGateway: true, settings: payoutSettings })
  moved = await openTenant(world, 'whiskey')
  victim = await openTenant(world, 'alpha')
  const common = textsIn(await stored(world, moved))
  const rows = await stored(world, victim)
  const unique = [...textsIn(rows)].filter((text) => !common.has(text))
  const { as, portal } = victim
  const secrets = [as.merchant_secret, as.api_secret, as.callback_secret, portal.token, as.email]
  marks = [...new Set([...unique, ...victim.personal, ...secrets])].filter((text) => text.length >= 7)
  const texts = [...oneOfEachKind(rows, new Set(unique)), portal.token]
  names = { texts, ids: oneIdOfEachTable(rows) }
})
afterAll(async () => {
  received.stop()
  await world.close()
})

const titleOf = ({ method, url }: Route) => `${method} ${url}`
/** A HEAD is its route's GET without the body. */
const routes = () => received.of(world.system.app).filter(({ method }) => method !== 'HEAD')

/** Routes that need no account, and why that reveals nothing about a merchant. */
const open: readonly [url: RegExp, why: string][] = [
  [/^\/(livez|readyz|metrics)$/, 'is about the service only'],
  [/^\/(openapi\.(merchant\.)?json$|docs|guides)/, 'the same for every caller'],
  [/^\/(assets\/|portal|console|verify|papers)/, 'files of the pages'],
  [/^\/(site\/assets\/:file|[\w-]+\.(ico|png|webmanifest))?$/, 'the home page with its files'],
  [/^\/(privacy|terms|status|robots\.txt|sitemap\.xml)$/, 'the same for every caller'],
  [/^\/demo\/checkout$/, 'anyone may pay an order of the demo merchant'],
  [/^\/\.well-known\/receipt-keys/, 'public keys of the service'],
  [/^\/api\/v1\/receipts\/:code/, 'a receipt is made to be handed out'],
  [
    /^\/api\/v1\/payment\/:transaction_uuid(?!\/(receipt|refund-requests))/,
    'a customer has a link with our signature',
  ],
  [
    /^\/api\/v1\/microform\/step-up\//,
    'the bank sends the browser back here, where the page only notifies the page that opened it',
  ],
  [/^\/pl\/:code/, 'a link is made to be handed out'],
  [/^\/brand\/:name/, 'a logo is shown to every payer'],
  [/^\/emails\/:token$/, 'a payer has a link with our signature, for one merchant and address'],
  [
    /^\/api\/v1\/papers\/:token/,
    'a person sends papers through a secret link, and reads only how far they are',
  ],
  [/^\/api\/v1\/operator-callbacks\//, 'an operator has a secret address, and signs'],
  [/^\/api\/v1\/remittance\/(rate|health)$/, 'the same for every caller'],
  [
    /^\/api\/v1\/merchant\/((login|session)(\/passkey)?|login\/passkey\/options|signup|password-reset|forgotten-password|invitations\/(open|accept))$/,
    'a password, a passkey, the cookie of the browser, or a one-time link',
  ],
  [
    /^\/api\/v1\/admin\/(login(\/passkey(\/options)?)?|users\/accept)$/,
    'an account of our own, or a one-time link',
  ],
  [/^\/api\/v1\/test\/test-callback/, 'a channel of the test receiver is open to callers that know its name'],
]
// Pages that are the same for all callers contain made-up examples.
const shownToAll = /^\/pl\/:code|step-up|^\/(openapi\.(merchant\.)?json|docs|guides)/
const isOpen = ({ url }: Route) => open.some(([pattern]) => pattern.test(url))
const isForAdmins = (route: Route) => route.url.startsWith('/api/v1/admin/') && !isOpen(route)
const forMerchants = () => routes().filter((route) => !isOpen(route) && !isForAdmins(route))

type Body = ((name: string) => unknown) | (() => unknown)
/**
 * The body sent to each route that takes one, so that the request gets as far as it can. A route that takes an
 * identifier is called for each of the victim's, the others once.
 */
const bodies: Record<string, Body> = {
  'POST /api/v1/payment/orders': () => orderBody(world.url, { merchant_reference: 'alpha-PAID' }),
  'POST /api/v1/payment/status': (name: string) => ({ transaction_uuid: name }),
  'POST /api/v1/microform/capture-context': () => ({ target_origin: 'https://stranger.example', merchant_reference: 'alpha-CUSTOM' }),
  'POST /api/v1/microform/pa-setup': (name: string) => ({ transaction_uuid: name, transient_token: victim.cardToken }),
  'POST /api/v1/microform/pa-enroll': (name: string) => ({ ...purchase(name), reference_id: name }),
  'POST /api/v1/microform/charge': (name: string) => ({ ...purchase(name), merchant_reference: 'alpha-CUSTOM', callback_url: `${world.url}/stranger` }),
  'POST /api/v1/payment-links': () => ({ amount: 10, currency: 'USD', merchant_reference: 'alpha-LINK', callback_url: `${world.url}/stranger` }),
  'POST /api/v1/payment-links/:code/cancel': () => undefined,
  'POST /api/v1/remittance/inbound': () => inboundBody({ reference: 'alpha-ARRIVED' }),
  'POST /api/v1/remittance/outbound': () => ({}),
  'POST /api/v1/remittance/sandbox/topup': () => ({ amount: 1 }),
  'POST /api/v1/merchant/logout': () => undefined,
  'POST /api/v1/merchant/change-password': () => ({ current_password: 'correct horse battery', new_password: 'kitenge rouge au marché' }),
  'POST /api/v1/merchant/secret': () => undefined,
  'POST /api/v1/merchant/api-keys': () => undefined,
  'POST /api/v1/merchant/callback-secret': () => undefined,
  'PUT /api/v1/merchant/whitelist': () => ({ addresses: ['127.0.0.1/32'] }),
  'PUT /api/v1/merchant/callback': () => ({ callback_url: `${world.url}/stranger` }),
  'POST /api/v1/merchant/callback/test': () => undefined,
  'PUT /api/v1/merchant/preferences': () => ({ sells_by: 'link', time_zone: 'Africa/Lubumbashi' }),
  'PUT /api/v1/merchant/notifications': () => ({ language: 'en', alerts: { payout_failed: false } }),
  'PUT /api/v1/merchant/checkout': () => ({ checkout_attempts: 5, brand: { accent: '#123456', support: '+243991234567' } }),
  'PUT /api/v1/merchant/microform': () => ({ microform_enabled: true, microform_allowed_origins: ['https://stranger.example'] }),
  'POST /api/v1/merchant/go-live': () => goLive('stranger'),
  'POST /api/v1/merchant/deliveries/:id/resend': () => undefined,
  'POST /api/v1/merchant/links': () => ({ amount: 10, currency: 'USD', merchant_reference: 'alpha-LINK', callback_url: `${world.url}/stranger` }),
  'POST /api/v1/merchant/links/:id/cancel': () => undefined,
  'POST /api/v1/merchant/payments/:transaction_uuid/refund-requests': () => ({ reason: 'Not mine' }),
  'POST /api/v1/merchant/payments/:transaction_uuid/refund-requests/:id/withdraw': () => undefined,
  'POST /api/v1/payment/:transaction_uuid/refund-requests': () => ({ reason: 'Not mine' }),
  'POST /api/v1/merchant/confirmations': () => ({ kind: 'email', code: '000000' }),
  'POST /api/v1/merchant/confirmations/send': () => ({ kind: 'phone' }),
  'POST /api/v1/merchant/receipts/:code/hand-over': () => ({ mark_id: '0b6f5d0e-5a58-4a57-9d0c-1a6f1b7f3a10' }),
  'POST /api/v1/merchant/approvals/:id/approve': () => ({ reason: 'Not mine' }),
  'POST /api/v1/merchant/approvals/:id/reject': () => ({ reason: 'Not mine' }),
  'PUT /api/v1/merchant/approval-rules': () => ({ payout: null, refund: null }),
  'POST /api/v1/payment/payouts': (name: string) => ({ amount: 1, currency: 'USD', destination_id: name, reference: 'alpha-PAYOUT' }),
  'POST /api/v1/payment/payouts/:id/cancel': () => ({}),
  'POST /api/v1/merchant/payouts': (name: string) => ({ amount: 1, currency: 'USD', destination_id: name, reference: 'alpha-PAYOUT' }),
  'POST /api/v1/merchant/payouts/:id/cancel': () => undefined,
  'POST /api/v1/merchant/payout-destinations': () => ({ type: 'wallet', number: '0810000001' }),
  'POST /api/v1/merchant/payout-destinations/look-up': () => ({ type: 'wallet', number: '0810000001' }),
  'POST /api/v1/merchant/payout-destinations/:id/confirm': () => undefined,
  'DELETE /api/v1/merchant/payout-destinations/:id': () => undefined,
  'PUT /api/v1/merchant/payout-schedule': (name: string) => ({ interval: 'daily', minimum: 1, currency: 'USD', destination_id: name }),
  'POST /api/v1/merchant/users/:id': () => ({ role: 'viewer' }),
  'DELETE /api/v1/merchant/users/:id': () => undefined,
  'POST /api/v1/merchant/users/:id/reset-factors': () => undefined,
  'POST /api/v1/merchant/step-up/options': () => undefined,
  'POST /api/v1/merchant/factors/totp': () => undefined,
  'POST /api/v1/merchant/factors/totp/confirm': () => ({ code: '000000' }),
  'DELETE /api/v1/merchant/factors/totp': () => undefined,
  'POST /api/v1/merchant/factors/passkeys/options': () => undefined,
  'POST /api/v1/merchant/factors/passkeys': () => ({ name: 'Telephone', response: {} }),
  'DELETE /api/v1/merchant/factors/passkeys/:id': () => undefined,
  'POST /api/v1/merchant/factors/recovery-codes': () => undefined,
  'POST /api/v1/merchant/invitations': () => ({ email: 'accomplice@stranger.example', role: 'owner' }),
  'DELETE /api/v1/merchant/invitations/:id': () => undefined,
  'DELETE /api/v1/merchant/sessions/:id': () => undefined,
  'DELETE /api/v1/merchant/sessions': () => undefined,
  'POST /api/v1/merchant/step-up': () => ({ password: 'a wrong password' }),
  'POST /api/v1/payment/disputes/:dispute_id/evidence': () => ({ explanation: 'Not mine', submit: true }),
  'POST /api/v1/payment/disputes/:dispute_id/accept': () => ({}),
  'POST /api/v1/payment/disputes/:dispute_id/evidence/files/:file_id/remove': () => ({}),
  'POST /api/v1/merchant/disputes/:dispute_id/evidence': () => ({ explanation: 'Not mine', submit: true }),
  'POST /api/v1/merchant/disputes/:dispute_id/accept': () => ({}),
  'POST /api/v1/merchant/disputes/:dispute_id/evidence/files/:file_id/remove': () => ({}),
  'POST /api/v1/merchant/signature-check': () => ({ kind: 'webhook', headers: {}, body: '{}' }),
  'POST /api/v1/merchant/sandbox/topup': () => ({ amount: 1 }),
  'POST /api/v1/merchant/sandbox/order': () => ({}),
  'POST /api/v1/merchant/sandbox/transfer': () => ({}),
} // biome-ignore format: a table with one row per line

const purchase = (name: string) => ({
  transaction_uuid: name,
  transient_token: victim.cardToken,
  amount: 25.5,
  currency: 'USD',
  authentication_transaction_id: name,
  bill_to: {
    first_name: 'A',
    last_name: 'Stranger',
    email: 'a@stranger.example',
    phone_number: '0991234567',
    address_line1: '1 rue',
    address_city: 'Goma',
    address_country: 'cd',
  },
})

/** A similar identifier that does not exist. */
function unlike(name: string): string {
  if (/^\d+$/.test(name)) return `${name}99999`
  const turned = name.replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10))
  return turned.replace(/[a-z](?=[^a-z]*$)/i, (letter) => (/x/i.test(letter) ? 'y' : 'x'))
}

/** Responds alike here: without a step-up, or to names that no table has. The tests of these nouns go further. */
const respondsAlike =
  /payout-(destinations|schedule)|merchant\/(receipts\/|approvals\/|approval-rules|users\/|invitations|sessions\/|factors)/

const bodyOf = (route: Route, name: string) => bodies[titleOf(route)]?.(name)
/** A list searches all its fields at once, so it needs fewer names than a path or a body with one field. */
const isList = (route: Route) => !/[:*]/.test(route.url) && route.method === 'GET'
const namesFor = (route: Route) => (isList(route) ? names.texts : [...names.texts, ...names.ids])
/** What an open route is asked: each name with one of the credentials, or each of the credentials once where there is no room for a name. */
function askedOf(route: Route): [Way, string][] {
  if (pathNaming(route, 'one') === pathNaming(route, 'other')) return ways.map((way) => [way, ''])
  const texts = isList(route) ? names.texts.slice(0, 10) : names.texts
  return texts.map((name) => [ways[name.length % ways.length] as Way, name])
}
/** A stream of counts, which reads nothing of the request but its token. */
const isFeed = ({ url }: Route) => url.endsWith('/updates')
/** Whether the route looks something up, by its path, its query or its body. */
const canLookUp = (route: Route) =>
  !isFeed(route) && (/:/.test(route.url) || route.method === 'GET' || bodies[titleOf(route)]?.length === 1)

function naming(route: Route, name: string): SentRequest {
  // What belongs to a payment is asked for below the payment that has it.
  const url = /:.*\/:/.test(route.url) ? route.url.replace(':transaction_uuid', victim.payment) : route.url
  return { method: route.method, path: pathNaming({ ...route, url }, name), body: bodyOf(route, name) }
}

const foundWays = new Map<string, Promise<Way | undefined>>()

/** Which credentials of a merchant the route accepts; whichever merchant asks first finds it out for all. */
function wayOf(send: Send, route: Route): Promise<Way | undefined> {
  const way = foundWays.get(titleOf(route)) ?? findWay(send, route)
  foundWays.set(titleOf(route), way)
  return way
}

/** With these credentials, the response of the route differs from the one to an anonymous caller. */
async function findWay(send: Send, route: Route): Promise<Way | undefined> {
  const requested = { method: route.method, path: route.url.replaceAll(':', ''), body: {} }
  const unused = await send('none', requested)
  const taken: Way[] = []
  for (const way of ways) {
    const response = await send(way, requested)
    if (response.status !== unused.status || response.text !== unused.text) taken.push(way)
  }
  assert.ok(taken.length <= 1, `${titleOf(route)} takes ${taken.join(' and ')}`)
  return taken[0]
}

/** @param requested what the other merchant wrote itself, which a response may repeat. */
function assertRevealsNothing(route: Route, { text, headers }: ApiResponse, requested: SentRequest): void {
  const written = decodeURIComponent(requested.path) + JSON.stringify(requested.body ?? '')
  const notified = text + JSON.stringify(headers)
  for (const mark of marks)
    if (notified.includes(mark) && !written.includes(mark))
      assert.fail(`${titleOf(route)} shows ${mark}: ${notified.slice(0, 800)}`)
}

/** What a merchant itself requested or received lately is its own. */
const ownMarkers = /\/(requests|events)$/
/** Every merchant has a user, and whoever asks has a session. */
const neverEmpty = /\/(users|sessions)$/

function assertEmpty(route: Route, { text, body }: ApiResponse): void {
  if (ownMarkers.test(route.url) || neverEmpty.test(route.url)) return
  if (isFeed(route)) assert.match(text, /"payments":\{\},"transfers":\{\},"payouts":\{\}\}\n/)
  if (route.url.endsWith('.csv')) assert.equal(text.trim().split('\n').length, 2, text.slice(0, 800))
  for (const list of ['items', 'payments', 'transfers'])
    if (Array.isArray(body?.data?.[list]))
      expect([titleOf(route), body.data[list]]).toEqual([titleOf(route), []])
}

/** The refusal without the identifier itself, which it may repeat, masked where its digits look like a card's. */
const problem = ({ status, text }: ApiResponse, name: string) => [
  status,
  name.length < 7 ? text : text.replaceAll(name, '…').replaceAll(withoutCardNumbers(name), '…'),
]

describe('the data of another merchant', () => {
  test('every route is for merchants (with a test body), for admins, or open with a reason', () => {
    const missing = forMerchants().filter((route) => route.method !== 'GET' && !(titleOf(route) in bodies))
    expect(missing.map(titleOf)).toEqual([])
    expect(Object.keys(bodies).filter((title) => !routes().map(titleOf).includes(title))).toEqual([])
    for (const [pattern] of open)
      assert.ok(
        routes().some(({ url }) => pattern.test(url)),
        String(pattern),
      )
  })

  test('the identifiers cover everything that is stored of the victim', async () => {
    const tables = new Set((await stored(world, victim)).map(({ table }) => table))
    for (const table of [
      'card_transaction',
      'card_transaction_move',
      'card_authentication',
      'card_refund',
      'operation',
      'transfer',
      'transfer_event',
      'wallet',
      'wallet_entry',
      'settlement',
      'payment_link',
      'merchant_payout',
      'merchant_payout_event',
      'payout_destination',
      'webhook_event',
      'webhook_attempt',
      'api_key',
      'session',
      'go_live_request',
      'ledger_entry',
      'idempotent_request',
      'screened_party',
      'day_count',
    ])
      assert.ok(tables.has(table) || table === 'idempotent_request', table)
    for (const name of [
      'alpha-PAID',
      'alpha-HELD',
      'payer@alpha.example',
      '198.51.100.5',
      'SET-20260101-ALPHA',
    ])
      assert.ok(marks.includes(name), name)
    assert.ok(names.texts.length > 45 && names.ids.length > 8, `${names.texts.length} ${names.ids.length}`)
  })

  test("no merchant credentials read or change another merchant's data on any merchant route [S-11]", async () => {
    const before = await stored(world, victim)
    const stranger = async () => {
      const as = await world.register({ name: 'Stranger', microformOrigins: ['https://stranger.example'] })
      return { as, send: askerOf(world, as, (await portalOf(world, as)).token) }
    }
    const reader = await stranger()
    for (const route of forMerchants()) {
      const { as, send } = route.method === 'GET' ? reader : await stranger()
      if (bodyOf(route, '') !== undefined && /inbound|transfer/.test(route.url)) await world.topUp('5.00', as)
      await walk(route, send)
    }
    expect(await stored(world, victim)).toEqual(before)
  })

  test('admin routes respond to a merchant as to an anonymous caller [S-11] [S-16]', async () => {
    const send = askerOf(world, victim.as, victim.portal.token)
    // An access token that nobody has: admin users have some, too.
    const unknown = askerOf(world, victim.as, 'x'.repeat(43))
    for (const route of routes().filter(isForAdmins)) {
      const requested = {
        method: route.method,
        path: pathNaming(route, victim.as.merchant_code),
        body: { reason: 'x' },
      }
      for (const way of ways) {
        const [response, unused] = [
          await send(way, requested),
          await (way === 'bearer' ? unknown(way, requested) : send('none', requested)),
        ]
        assert.ok([401, 403].includes(response.status), `${titleOf(route)}: ${response.status}`)
        expect([titleOf(route), response.status, response.text]).toEqual([
          titleOf(route),
          unused.status,
          unused.text,
        ])
      }
    }
  })

  test("open routes show a merchant's data to no other merchant and change nothing", async () => {
    const before = await stored(world, victim)
    const as = await world.register()
    const send = askerOf(world, as, (await portalOf(world, as)).token)
    for (const route of routes().filter(isOpen))
      await eachOf(askedOf(route), 6, async ([way, name]) => {
        const requested = {
          method: route.method,
          path: pathNaming(route, name),
          ...(route.method !== 'GET' && { body: {} }),
        }
        const unused = await send('none', requested)
        const response = await send(way, requested)
        assert.equal(response.status, unused.status, `${titleOf(route)} ${name}`)
        if (!shownToAll.test(route.url)) assertRevealsNothing(route, response, requested)
      })
    expect(await stored(world, victim)).toEqual(before)
  })

  test("a code, key or token combined with a merchant's own credentials gives no access [S-11]", async () => {
    const before = await stored(world, victim)
    const as = await world.register()
    const { api_key, merchant_code } = victim.as
    const send = askerOf(
      world,
      { ...as, api_key, merchant_code },
      victim.portal.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    )
    for (const route of forMerchants())
      for (const way of ways) {
        const response = await send(way, naming(route, 'alpha-PAID'))
        assert.ok([400, 401, 403, 404].includes(response.status), `${titleOf(route)}: ${response.status}`)
        assertRevealsNothing(route, response, naming(route, 'alpha-PAID'))
      }
    expect(await stored(world, victim)).toEqual(before)
  })

  test('idempotency keys are per merchant: the same key and body are a new request', async () => {
    const same: [Way, string, unknown][] = [
      ['signed', '/api/v1/payment/orders', orderBody(world.url, { merchant_reference: 'alpha-SAME' })],
      ['signed', '/api/v1/payment-links', bodies['POST /api/v1/payment-links']?.('')],
      ['basic', '/api/v1/remittance/inbound', inboundBody({ reference: 'alpha-SAME' })],
      ['basic', '/api/v1/remittance/sandbox/topup', { amount: 7 }],
    ]
    const as = await world.register()
    const [owner, stranger] = [
      askerOf(world, victim.as, victim.portal.token),
      askerOf(world, as, (await portalOf(world, as)).token),
    ]
    await world.topUp('5.00', as)
    for (const [way, path, body] of same) {
      const requested = { method: 'POST', path, body, headers: { 'idempotency-key': 'key-of-both' } }
      const [first, repeated] = [await owner(way, requested), await owner(way, requested)]
      const other = await stranger(way, requested)
      expect([path, first.status, repeated.text]).toEqual([path, 200, first.text])
      assert.equal(other.status, 200, other.text)
      assert.notEqual(other.text, first.text, path)
    }
  })

  // This runs last because it cancels and resends.
  test('control: a merchant reads its own data on every route that looks something up', async () => {
    const send = askerOf(world, victim.as, victim.portal.token)
    const own = [
      'alpha-PAID',
      'alpha-OPEN',
      'alpha-ARRIVED',
      'alpha-HELD',
      'alpha-LINK',
      'payer@alpha.example',
      'SET-20260101-ALPHA',
      victim.as.api_key,
    ]
    const seen = new Set<string>()
    for (const route of forMerchants().filter(canLookUp)) {
      const way = await wayOf(send, route)
      const mustDiffer = (/:/.test(route.url) || bodies[titleOf(route)]) && !respondsAlike.test(route.url)
      const statuses = new Set<number>()
      for (const name of mustDiffer ? [victim.payment, ...namesFor(route)] : own) {
        // One name that is found and one that is not are enough.
        if (!way || statuses.size > 1) break
        const { status, text } = await send(way, naming(route, name))
        if (mustDiffer) statuses.add(status)
        for (const mark of own) if (text.includes(mark)) seen.add(mark)
      }
      const alike = `${titleOf(route)} responds alike with and without its merchant: ${[...statuses]}`
      assert.ok(!mustDiffer || statuses.size > 1, alike)
    }
    for (const route of forMerchants().filter(isFeed))
      assert.match((await send('bearer', naming(route, 'alpha-PAID'))).text, /"payments":\{"/)
    for (const mark of own) assert.ok(seen.has(mark), mark)
  })
})

describe("a merchant's other environment", () => {
  const ofProfile = new Set(['merchant', 'api_key', 'account', 'session', 'go_live_request', 'merchant_user'])
  /**
   * Counts of business rows by table. Credentials and the profile are shared by both environments, and counters
   * have no identifiers.
   */
  const businessIn = async (tenant: Pick<Tenant, 'as'>, environment: string) => {
    const rows = (await stored(world, tenant)).filter(({ table }) => !ofProfile.has(table))
    return rows.filter(({ row }) => (row.environment ?? environment) === environment)
  }
  const inBusiness = (route: Route) =>
    forMerchants().some(({ url }) => url === route.url) && canLookUp(route) && !/checklist$/.test(route.url)

  async function walkAs(
    as: Credentials,
    token: string,
    hidden: Awaited<ReturnType<typeof ownNames>>,
  ): Promise<void> {
    const send = askerOf(world, as, token)
    for (const route of forMerchants().filter(inBusiness)) {
      const way = await wayOf(send, route)
      assert.ok(way, titleOf(route))
      await eachOf(hidden.asked, route.url.endsWith('.csv') ? 1 : 6, async (name) => {
        const requested = naming(route, name)
        const response = await send(way, requested)
        const written = decodeURIComponent(requested.path) + JSON.stringify(requested.body ?? '')
        for (const mark of hidden.all)
          if (
            mark.length >= 7 &&
            response.text.includes(mark) &&
            !written.includes(mark) &&
            !route.url.endsWith('/requests')
          )
            assert.fail(`${titleOf(route)} shows ${mark}: ${response.text.slice(0, 800)}`)
        if (/:|status$/.test(route.url))
          assert.ok(response.status >= 400, `${titleOf(route)} knows ${name}: ${response.text}`)
      })
    }
  }

  /** Identifiers of its business data that are neither another merchant's nor in its own profile. */
  async function ownNames(environment: string): Promise<{ all: string[]; asked: string[] }> {
    const profile = (await stored(world, moved)).filter(({ table }) => ofProfile.has(table))
    const common = textsIn([...(await stored(world, victim)), ...profile])
    const business = (await businessIn(moved, environment)).filter(({ table }) => table !== 'day_count')
    const all = [...textsIn(business)].filter((text) => !common.has(text))
    return { all, asked: oneOfEachKind(business, new Set(all)) }
  }

  async function isRefused(as: Credentials): Promise<void> {
    const send = askerOf(world, as, 'x'.repeat(43))
    for (const route of forMerchants())
      for (const way of ways) {
        const { status } = await send(way, naming(route, 'whiskey-PAID'))
        assert.ok([400, 401, 403, 404].includes(status), `${titleOf(route)}: ${status}`)
      }
  }

  let live: Credentials
  test('production neither shows nor changes sandbox data and refuses sandbox keys [S-12]', async () => {
    const [hidden, before] = [await ownNames('sandbox'), await businessIn(moved, 'sandbox')]
    assert.ok(hidden.all.length > 40 && hidden.asked.length > 25, JSON.stringify(hidden))
    const path = `/api/v1/admin/merchants/${moved.as.merchant_code}/go-live`
    const approved = await world.admin('POST', path, { decision: 'approve', reason: 'papers seen' })
    assert.equal(approved.status, 200, approved.text)
    live = { ...moved.as, ...approved.body.data }
    await walkAs(live, moved.portal.token, hidden)
    const send = askerOf(world, live, moved.portal.token)
    for (const route of forMerchants().filter(isFeed))
      assertEmpty(route, await send('bearer', naming(route, 'whiskey-PAID')))
    await isRefused(moved.as)
    expect(await businessIn(moved, 'sandbox')).toEqual(before)
  })

  test('the sandbox neither shows nor changes production data and refuses production keys [S-12]', async () => {
    const { merchant_code: merchantCode } = live
    const span = { merchantCode, from: 1, to: 5, of: 200, days: 0, until: world.clock.now().toString() }
    await fillPayments(world.db, span)
    await fillTransfers(world.db, span)
    await recount(world.db)
    const [hidden, before] = [await ownNames('production'), await businessIn(moved, 'production')]
    assert.ok(hidden.all.includes('INV-3') && hidden.all.includes('PAYOUT-3'), String(hidden.all))
    await world.db.rows(
      {
        name: 'test_move_back',
        text: `update merchant set environment = 'sandbox', version = version + 1 where merchant_code = $1`,
      },
      [merchantCode],
    )
    const rotate = async (name: string) => (await moved.portal.post(name)).body.data
    const back = { ...live, ...(await rotate('api-keys')), ...(await rotate('secret')) }
    await walkAs(back, moved.portal.token, hidden)
    await isRefused(live)
    expect(await businessIn(moved, 'production')).toEqual(before)
  })
})

async function walk(route: Route, send: Send): Promise<void> {
  const way = route.method === 'GET' || canLookUp(route) ? await wayOf(send, route) : undefined
  const used = way ? [way] : ways
  const wanted = canLookUp(route) ? namesFor(route) : ['once']
  const statuses = new Set<number>()
  // A merchant can download at most two files at a time.
  await eachOf(wanted, route.url.endsWith('.csv') ? 1 : 6, async (name) => {
    for (const each of used) {
      const requested = naming(route, name)
      const response = await send(each, requested)
      statuses.add(response.status)
      assert.ok(response.status < 500, `${titleOf(route)} ${name}: ${response.status} ${response.text}`)
      if (!ownMarkers.test(route.url)) assertRevealsNothing(route, response, requested)
      if (response.status < 300 && route.method === 'GET') assertEmpty(route, response)
      if (!canLookUp(route)) continue
      if (response.status < 400) continue
      const other = unlike(name)
      const none = await send(each, naming(route, other))
      expect([titleOf(route), name, ...problem(response, name)]).toEqual([
        titleOf(route),
        name,
        ...problem(none, other),
      ])
    }
  })
  assert.ok(
    [...statuses].some((status) => status !== 401),
    `${titleOf(route)} admits no merchant: ${[...statuses]}`,
  )
}
