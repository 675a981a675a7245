// Several accounts may have one email until somebody confirms it. None of them takes anything from the others.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, logIn, signedIn, tokenOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock } from '../../platform/time/clock.ts'

const clock = manualClock()
let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock, settings: { ADMIN_ALLOWED_NETWORKS: '127.0.0.0/8' } })
})
afterAll(() => world.close())

const ownWords = 'thief knows this one'
const wrong = 'not the right words'

/** Signs up as a stranger under an email that belongs to somebody else, or to nobody. */
async function stranger(email = `${randomBytes(6).toString('hex')}@example.com`, password = ownWords) {
  const signed = await call(world, 'POST', 'signup', { body: { name: 'Boutique Kivu', email, password } })
  assert.equal(signed.status, 200)
  return { email, password, merchant_code: signed.body.data.merchant_code as string }
}

/** The statuses of four wrong guesses, the own sign-in and two more guesses. */
async function guessAround(own: { email: string; password: string }, guess: () => Promise<number>) {
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push(await guess())
  statuses.push((await logIn(world, own)).status)
  return [...statuses, await guess(), await guess()]
}

test.each(['confirmed', 'unconfirmed'])(
  'whoever signs in under the email of an account that is %s clears none of its failures',
  async (kind) => {
    const victim =
      kind === 'confirmed' ? await world.register() : await stranger(undefined, 'victims own words')
    const own = await stranger(victim.email)
    const guess = async () => (await logIn(world, { email: victim.email, password: wrong })).status
    expect(await guessAround(own, guess)).toEqual([401, 401, 401, 401, 200, 401, 429])
    assert.equal((await logIn(world, victim)).status, 429)
  },
)

test('whoever signs in under the email of an account does not help the thief of its session', async () => {
  const victim = await world.register()
  const token = await tokenOf(world, victim)
  const own = await stranger(victim.email)
  const guess = async () =>
    (await call(world, 'POST', 'step-up', { token, body: { password: wrong } })).status
  expect(await guessAround(own, guess)).toEqual([400, 400, 400, 400, 200, 400, 429])
})

test('a password reset of an account clears no failures of others with the same email', async () => {
  const victim = await world.register()
  const own = await stranger(victim.email)
  for (let n = 0; n < 5; n++) await logIn(world, { email: victim.email, password: wrong })
  const path = `/api/v1/admin/merchants/${own.merchant_code}/password-reset`
  const { body } = await world.admin('POST', path, { reason: 'The owner called and was identified' })
  const reset = { token: new URL(body.data.url).hash.slice(1), new_password: 'thief chose another one' }
  assert.equal((await call(world, 'POST', 'password-reset', { body: reset })).status, 200)
  assert.equal((await logIn(world, victim)).status, 429)
})

test('wrong passwords of a step-up and of a password change count for the limit of the address', async () => {
  const settings = { RATE_LIMIT_FAILED_LOGINS_PER_MINUTE: '1' }
  const limited = await openWorld({ role: 'api', clock, settings })
  try {
    const member = await signedIn(limited, limited.merchant)
    const { token, password } = member
    const change = (current_password: string) =>
      call(limited, 'POST', 'change-password', {
        token,
        body: { current_password, new_password: 'kitenge rouge au marché' },
      })
    assert.equal((await call(limited, 'POST', 'step-up', { token, body: { password: wrong } })).status, 400)
    assert.equal((await change(wrong)).status, 400)
    assert.equal((await call(limited, 'POST', 'step-up', { token, body: { password } })).status, 429)
    assert.equal((await change(password)).status, 429)
  } finally {
    await limited.close()
  }
})

/** The sign-in on the portal, in a browser that keeps its cookies. */
async function portalIn({ email, password }: { email: string; password: string }, cookie = '') {
  const headers = { origin: world.url, 'sec-fetch-site': 'same-origin', cookie }
  const {
    status,
    body,
    headers: got,
  } = await call(world, 'POST', 'session', {
    ...{ body: { email, password }, headers },
  })
  const device = [got['set-cookie']].flat().map((set) => String(set).split(';')[0])[1]
  return { status, merchant_code: body.data?.merchant_code, device }
}

test('accounts that strangers make with an email before and after lock no known browser out', async () => {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const first = await stranger(email, 'the first stranger')
  await stranger(email, 'the second stranger')
  const victim = await stranger(email, 'victims own words')
  const { merchant_code, device } = await portalIn(victim)
  assert.equal(merchant_code, victim.merchant_code)
  await stranger(email, 'the third stranger')
  const last = await stranger(email, 'the fourth stranger')
  assert.equal((await portalIn(victim, device)).merchant_code, victim.merchant_code)
  for (const who of [first, last]) assert.equal((await logIn(world, who)).status, 200)
})

test('accounts that signed in with the program and address of the newest one do not lock it out', async () => {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  for (const n of [1, 2, 3]) {
    const own = await stranger(email, `words of stranger ${n}`)
    assert.equal((await logIn(world, own)).status, 200)
  }
  const victim = await stranger(email, 'victims own words')
  const { status, body } = await logIn(world, victim)
  expect([status, body.data?.merchant_code]).toEqual([200, victim.merchant_code])
})

test('an account stays open to its user while its email is typed by one stranger after another', async () => {
  const victim = await stranger(undefined, 'victims own words')
  for (let n = 0; n < 3; n++) await stranger(victim.email, `stranger number ${n}`)
  const elsewhere = { 'user-agent': 'another program' }
  assert.equal((await logIn(world, victim, elsewhere)).body.data.merchant_code, victim.merchant_code)
})
