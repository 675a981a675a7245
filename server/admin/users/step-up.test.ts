// Step-up of admin users: what a session alone cannot do, and how its user confirms their identity.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRoutes } from '../../../scripts/api-document.ts'
import { controlOf } from '../../../test/support/database/places.ts'
import { codeOf } from '../../../test/support/factors/factors.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import { as, joinedStaff, type StaffMember, signInStaff } from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { forgetSignIns } from '../../accounts/forget-sign-ins.ts'
import { saveStepUp } from '../../accounts/step-ups.ts'
import type { ListedRoute } from '../../platform/http/api.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

const clock = manualClock(systemClock.now().toString())
let world: World
let owner: StaffMember
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock })
  owner = await joinedStaff(world, 'owner')
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => controlOf(world).rows<any>({ name: '', text }, values)
const outcome = ({ status, body }: ApiResponse) => [status, body.code, body.message]
const required = [403, 'RMT-1025', 'Step-up required']
const stepUp = ({ token }: StaffMember, body: object) => as(world, token, 'POST', 'step-up', body)
/** A step-up by the code of a step that is free. */
async function proof(who: StaffMember) {
  clock.forward({ seconds: 60 })
  const made = await stepUp(who, { totp: codeOf(world, who.secret) })
  assert.equal(made.status, 200, made.text)
  return { 'x-step-up-token': made.body.data.step_up_token as string }
}
const invite = (who: StaffMember, headers: Record<string, string> = {}) => {
  const own = crypto.randomUUID().slice(0, 8)
  const body = { email: `${own}@likuta.example`, name: `Jean ${own}`, role: 'owner', reason: 'Joins us' }
  return as(world, who.token, 'POST', 'users', body, headers)
}
const nameOf = ({ method, url }: ListedRoute) => `${method} ${url.replace('/api/v1/admin/', '')}`
const { routes } = await readRoutes()
/** The routes behind the admin guard that change something. */
const changing = routes.filter(({ endpoint }) => endpoint.stepUp !== undefined)
const stepUpRoutes = changing.filter(({ endpoint }) => endpoint.stepUp === 'required').map(nameOf)
/** The route with a path that names nothing. */
const callOf = (route: string) => {
  const [method = '', path = ''] = route.split(' ')
  return { method, path: path.replaceAll(/:\w+/g, '0'), body: method === 'POST' ? {} : undefined }
}

describe('a session of an admin user without a step-up', () => {
  test.each(stepUpRoutes)('a stolen session is refused %s', async (route) => {
    const { method, path, body } = callOf(route)
    const stolen = await as(world, owner.token, method, path, body)
    // The card specification fixes the error format of some admin routes, which has no codes.
    expect([stolen.status, stolen.body.message ?? stolen.body.detail]).toEqual([403, 'Step-up required'])
  })

  test.each(stepUpRoutes)('a token of the settings needs no step-up for %s', async (route) => {
    const { method, path, body } = callOf(route)
    const response = await world.admin(method, `/api/v1/admin/${path}`, body)
    assert.ok(!response.text.includes('Step-up required'), response.text)
  })

  test('every route that makes a user, changes one or decides on a request needs a step-up', () => {
    const sensitive = routes
      .filter(({ method, url }) => method !== 'GET' && url.startsWith('/api/v1/admin/'))
      .filter(({ url }) =>
        /\/(users|passkeys|recovery-codes|change-password|password-reset)\b|\/(approve|confirm)$/.test(url),
      )
      .filter(({ url }) => !url.endsWith('/login/passkey/options') && !url.endsWith('/users/accept'))
    assert.ok(sensitive.length > 10)
    expect(sensitive.map(nameOf).filter((route) => !stepUpRoutes.includes(route))).toEqual([])
  })

  test('every route that moves money or switches off a control alone needs a step-up', () => {
    const alone =
      /\/(refunds|voids)\/|\/(release|resume|reverse|accept|write-off|assign|top-ups|close|submitted|steps|fail|paid|go-live)$/
    const exact = ['PUT compliance/rules', 'DELETE remittance/blacklist/:phone', 'POST bank/files']
    const sensitive = changing
      .map(nameOf)
      .filter(
        (route) =>
          alone.test(route) || exact.includes(route) || /^PUT merchants\/|code\/payouts$|holds\//.test(route),
      )
    assert.ok(sensitive.length > 20)
    expect(sensitive.filter((route) => !stepUpRoutes.includes(route))).toEqual([])
  })

  test('the API document of each of these routes names the header and the refusal', () => {
    const listed = changing.filter(({ endpoint }) => endpoint.stepUp === 'required')
    for (const { url, endpoint } of listed) {
      assert.ok(endpoint.headers?.['X-Step-Up-Token'], url)
      assert.ok(
        endpoint.problems?.some(({ detail }) => detail === 'Step-up required'),
        url,
      )
    }
  })
})

describe('a step-up of an admin user', () => {
  test('a code gives a step-up for five minutes, for its session alone', async () => {
    const headers = await proof(owner)
    assert.equal((await invite(owner, headers)).status, 200)
    const other = await joinedStaff(world, 'owner')
    expect(outcome(await invite(other, headers))).toEqual(required)
    clock.forward({ seconds: 30 })
    const again = await signInStaff(world, owner)
    expect(outcome(await invite({ ...owner, token: again.body.data.access_token }, headers))).toEqual(
      required,
    )
    clock.forward({ minutes: 5 })
    expect(outcome(await invite(owner, headers))).toEqual(required)
    while (await forgetSignIns({ db: world.db, clock }));
    expect(await rows('select from step_up where expires_at <= $1', [clock.now()])).toEqual([])
  })

  test('a step-up that confirms an approval serves no other sum, payee or approval', async () => {
    const shop = await world.register()
    const requested = async (amount: number) => {
      const path = `/api/v1/admin/wallets/${shop.merchant_code}/adjustments`
      const made = await world.admin('POST', path, { amount, reason: 'Paid in twice' })
      return `wallets/adjustments/${made.body.data.id}/approve`
    }
    const [five, seven] = [await requested(5), await requested(7)]
    const approve = (path: string, headers: Record<string, string> = {}) =>
      as(world, owner.token, 'POST', path, { reason: 'Checked' }, headers)
    const proven = async (confirms: object) => {
      clock.forward({ seconds: 60 })
      const made = await stepUp(owner, { totp: codeOf(world, owner.secret), confirms })
      return { 'x-step-up-token': made.body.data.step_up_token as string }
    }
    const refused = await approve(five)
    expect(outcome(refused)).toEqual(required)
    const { confirms } = refused.body.errors[0]
    expect(confirms).toMatchObject({
      ...{ act: 'adjustment.approve', payee: shop.merchant_code, amount: '5.00', currency: 'USD' },
    })
    const differs = [403, 'RMT-1025', 'The step-up confirms another act, payee or amount']
    for (const change of [{ amount: '6.00' }, { payee: 'LKT-AAAA-AAAA' }, { act: 'payout.approve' }])
      expect(outcome(await approve(five, await proven({ ...confirms, ...change })))).toEqual(differs)
    expect(outcome(await approve(five, await proof(owner)))).toEqual(required)
    const headers = await proven(confirms)
    expect(outcome(await approve(seven, headers))).toEqual(differs)
    expect(outcome(await invite(owner, headers))).toEqual(required)
    expect((await approve(five, headers)).status).toBe(200)
    expect(outcome(await approve(five, headers)).slice(0, 2)).toEqual([409, 'RMT-1008'])
  })

  test('a step-up is stored as a hash, and a changed or doubled token is refused', async () => {
    const headers = await proof(owner)
    const { 'x-step-up-token': token } = headers
    const stored = JSON.stringify(await rows(`select encode(token_hash, 'escape') as t from step_up`))
    assert.ok(!stored.includes(token))
    expect(outcome(await invite(owner, { 'x-step-up-token': `${token.slice(1)}x` }))).toEqual(required)
    assert.equal((await invite(owner, headers)).status, 200)
  })

  test('a step-up ends with its session', async () => {
    const member = await joinedStaff(world, 'owner')
    const headers = await proof(member)
    assert.equal((await as(world, member.token, 'POST', 'logout')).status, 200)
    expect(outcome(await invite(member, headers))[0]).toBe(401)
    const left = await rows(
      `select from step_up p join session s on s.token_hash = p.session_hash
         join admin_user u on u.id = s.account_id where u.email = $1`,
      [member.email],
    )
    expect(left).toEqual([])
  })

  test('a session that ends while it steps up gets no step-up', async () => {
    const member = await joinedStaff(world, 'owner')
    const tokenHash = createHash('sha256').update(member.token).digest()
    const stored = await world.db.transaction(async (sql) => {
      await sql.rows({ name: '', text: 'delete from session where token_hash = $1' }, [tokenHash])
      const storing = saveStepUp(world.db, { tokenHash }, { now: clock.now(), byFactor: true })
      await eventually('the step-up waits for the session', async () => {
        const waiting = await sql.rows({ name: '', text: 'select from pg_locks where not granted' })
        return waiting.length > 0
      })
      return { storing }
    })
    expect(await stored.storing).toBeUndefined()
  })

  test('a new password ends the step-ups of the session that goes on', async () => {
    const member = await joinedStaff(world, 'owner')
    const headers = await proof(member)
    const body = { current_password: member.password, new_password: 'ten green lanterns' }
    const changed = await as(world, member.token, 'POST', 'change-password', body, headers)
    assert.equal(changed.status, 200, changed.text)
    expect(outcome(await invite(member, headers))).toEqual(required)
  })

  test('neither nothing, nor a wrong or used code, nor the code of a colleague gives a step-up', async () => {
    const [member, colleague] = [await joinedStaff(world, 'owner'), await joinedStaff(world, 'owner')]
    expect(outcome(await stepUp(member, {}))).toEqual([403, 'RMT-1025', 'Second factor required'])
    const wrong = [400, 'RMT-1028', 'The code is wrong or was used already']
    // The code of this step was used to sign in.
    for (const totp of ['000000', codeOf(world, member.secret), codeOf(world, colleague.secret, 1)])
      expect(outcome(await stepUp(member, { totp }))).toEqual(wrong)
  })

  test('five wrong codes lock the step-up and the sign-in of the user', async () => {
    const member = await joinedStaff(world, 'owner')
    for (let n = 0; n < 5; n++) assert.equal((await stepUp(member, { totp: '000000' })).status, 400)
    const right = { totp: codeOf(world, member.secret, 1) }
    assert.equal((await stepUp(member, right)).status, 429)
    assert.equal((await signInStaff(world, member, 1)).status, 429)
  })

  test('a token of the settings has no step-up', async () => {
    const response = await world.admin('POST', '/api/v1/admin/step-up', { totp: '123456' })
    expect(outcome(response)).toEqual([409, 'RMT-409', 'A token has no user account'])
  })
})
