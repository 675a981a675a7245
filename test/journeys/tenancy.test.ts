// Isolation of merchants: every route of the running server that a merchant can call is called by one merchant with
// every identifier of another.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorCodes } from '../../server/kernel/operators.ts'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import {
  type Body,
  bodiesOf,
  isForAdmins,
  isOpen,
  openRoutes,
  shownToAll,
} from '../support/callers/merchant-routes.ts'
import { payoutSettings } from '../support/callers/payouts.ts'
import { portalOf } from '../support/callers/portal.ts'
import {
  oneIdOfEachTable,
  oneOfEachKind,
  openTenant,
  sentElsewhere,
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
  refusalWithout,
  type Send,
  type SentRequest,
  unlike,
  type Way,
  wayOf,
  ways,
} from '../support/http/callers.ts'
import type { ApiResponse } from '../support/http/response.ts'
import { type Route, recordRoutes, titleOf } from '../support/http/routes.ts'
import { openWorld, type World } from '../support/world/world.ts'

const received = recordRoutes()
let world: World
let bodies: Record<string, Body>
let victim: Tenant
/** A merchant like the victim, with other names, that goes live at the end. */
let moved: Tenant
/** Texts and numbers that identify something of the victim's: one of each kind. */
let names: { texts: string[]; ids: string[] }
/** Values of the victim that no response to another merchant may contain. */
let marks: string[]
/** Texts of the victim that its own lists and details show. */
const shown = [
  'alpha-PAID',
  'alpha-OPEN',
  'alpha-PHONE',
  'alpha-ARRIVED',
  'alpha-HELD',
  'alpha-LINK',
  'payer@alpha.example',
  'SET-20260101-ALPHA',
]
beforeAll(async () => {
  world = await openWorld({ productionGateway: true, settings: payoutSettings })
  moved = await openTenant(world, 'whiskey')
  victim = await openTenant(world, 'alpha')
  bodies = bodiesOf(world, victim)
  const common = textsIn(await stored(world, moved))
  const rows = await stored(world, victim)
  const unique = [...textsIn(rows)].filter((text) => !common.has(text))
  const { as, portal } = victim
  const secrets = [as.merchant_secret, as.api_secret, as.callback_secret, portal.token, as.email]
  marks = [...new Set([...unique, ...victim.personal, ...secrets])].filter((text) => text.length >= 7)
  const texts = [...oneOfEachKind(rows, new Set(unique)), portal.token, victim.customCheckout]
  names = { texts, ids: oneIdOfEachTable(rows) }
})
afterAll(async () => {
  received.stop()
  await world.close()
})

async function stranger(): Promise<{ as: Credentials; send: Send }> {
  const as = await world.register({ name: 'Stranger', microformOrigins: ['https://stranger.example'] })
  return { as, send: askerOf(world, as, (await portalOf(world, as)).token) }
}

/** A HEAD is its route's GET without the body. */
const routes = () => received.of(world.system.app).filter(({ method }) => method !== 'HEAD')

const forMerchants = () => routes().filter((route) => !isOpen(route) && !isForAdmins(route))

/** Responds alike here: without a step-up, or to names that no table has. The tests of these nouns go further. */
const respondsAlike =
  /payout-(destinations|schedule)|\/((refund-)?batches|profiles)\/:|\/groups\/:|till\/parts\/:|merchant\/(receipts\/|approvals\/|approval-rules|users\/|invitations|sessions\/|factors|business\/files\/)/

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

/** @param requested what the other merchant wrote itself, which a response may repeat. */
function assertRevealsNothing(
  route: Route,
  { text, headers }: ApiResponse,
  requested: SentRequest,
  hidden = marks,
): void {
  const written = decodeURIComponent(requested.path) + JSON.stringify(requested.body ?? '')
  const notified = text + JSON.stringify(headers)
  for (const mark of hidden)
    if (notified.includes(mark) && !written.includes(mark))
      assert.fail(`${titleOf(route)} shows ${mark}: ${notified.slice(0, 800)}`)
}

/** Tries all three ways of authenticating on every route for merchants. */
async function assertNoAccess(send: Send, name: string): Promise<void> {
  for (const route of forMerchants())
    for (const way of ways) {
      const response = await send(way, naming(route, name))
      assert.ok([400, 401, 403, 404].includes(response.status), `${titleOf(route)}: ${response.status}`)
      assertRevealsNothing(route, response, naming(route, name))
    }
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

describe('the data of another merchant', () => {
  test('every route is for merchants (with a test body), for admins, or open with a reason', () => {
    const missing = forMerchants().filter((route) => route.method !== 'GET' && !(titleOf(route) in bodies))
    expect(missing.map(titleOf)).toEqual([])
    expect(Object.keys(bodies).filter((title) => !routes().map(titleOf).includes(title))).toEqual([])
    for (const [pattern] of openRoutes)
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
      'collection',
      'collection_move',
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
      'webhook_endpoint',
      'webhook_event',
      'webhook_attempt',
      'api_key',
      'session',
      'go_live_request',
      'ledger_entry',
      'screened_party',
      'day_count',
    ])
      assert.ok(tables.has(table), table)
    for (const name of [...shown, '198.51.100.5']) assert.ok(marks.includes(name), name)
    assert.ok(names.texts.length > 45 && names.ids.length > 8, `${names.texts.length} ${names.ids.length}`)
  })

  test("no merchant credentials read or change another merchant's data on any merchant route [S-11]", async () => {
    const before = await stored(world, victim)
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
        const response = await send(way, requested)
        const unused = await (way === 'bearer' ? unknown(way, requested) : send('none', requested))
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
    const { send } = await stranger()
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
    const token = victim.portal.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const send = askerOf(world, { ...as, api_key, merchant_code }, token)
    await assertNoAccess(send, 'alpha-PAID')
    expect(await stored(world, victim)).toEqual(before)
  })

  // This runs last because it cancels and resends.
  test('control: a merchant reads its own data on every route that looks something up', async () => {
    const send = askerOf(world, victim.as, victim.portal.token)
    const own = [...shown, victim.as.api_key]
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
  const ofProfile = /^(merchant|api_key|account|session|go_live_request|merchant_user|webhook_endpoint)$/
  /** Business rows. Credentials and the profile are shared by both environments. */
  const businessIn = async (tenant: Pick<Tenant, 'as'>, environment: string) => {
    const rows = (await stored(world, tenant)).filter(({ table }) => !ofProfile.test(table))
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
        const marks = hidden.all.filter((text) => text.length >= 7)
        if (!route.url.endsWith('/requests')) assertRevealsNothing(route, response, requested, marks)
        if (/:|status$/.test(route.url))
          assert.ok(response.status >= 400, `${titleOf(route)} knows ${name}: ${response.text}`)
      })
    }
  }

  /** Identifiers of its business data that are neither another merchant's nor in its own profile; operators are everybody's. Rows without an environment belong to that of its webhooks. */
  async function ownNames(environment: string): Promise<{ all: string[]; asked: string[] }> {
    const profile = (await stored(world, moved)).filter(({ table }) => ofProfile.test(table))
    const common = new Set([...textsIn([...(await stored(world, victim)), ...profile]), ...operatorCodes])
    const business = (await businessIn(moved, environment)).filter(({ table }) => table !== 'day_count')
    const elsewhere = sentElsewhere(await stored(world, moved), environment)
    const all = [...textsIn(business)].filter((text) => !common.has(text) && !elsewhere.includes(text))
    return { all, asked: oneOfEachKind(business, new Set(all)) }
  }

  const isRefused = (as: Credentials) => assertNoAccess(askerOf(world, as, 'x'.repeat(43)), 'whiskey-PAID')
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
      expect([titleOf(route), name, ...refusalWithout(response, name)]).toEqual([
        titleOf(route),
        name,
        ...refusalWithout(none, other),
      ])
    }
  })
  assert.ok(
    [...statuses].some((status) => status !== 401),
    `${titleOf(route)} admits no merchant: ${[...statuses]}`,
  )
}
