// Passkeys of admin users: registering, signing in with one alone, step-up, and what is refused.
import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlOf } from '../../../test/support/database/places.ts'
import { codeOf } from '../../../test/support/factors/factors.ts'
import { openPasskeyDevice } from '../../../test/support/factors/passkey-device.ts'
import { eventually } from '../../../test/support/http/eventually.ts'
import type { ApiResponse } from '../../../test/support/http/response.ts'
import {
  as,
  asProven,
  joinedStaff,
  type StaffMember,
  signInStaff,
} from '../../../test/support/staff/members.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import { manualClock, systemClock } from '../../platform/time/clock.ts'

const clock = manualClock(systemClock.now().toString())
let world: World
beforeAll(async () => {
  world = await openWorld({ role: 'api', clock })
})
afterAll(() => world?.close())

const rows = (text: string, values: unknown[] = []) => controlOf(world).rows<any>({ name: '', text }, values)
const outcome = ({ status, body }: ApiResponse) => [status, body.code, body.message]
const data = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}
const invalid = 'The passkey is unknown or its response is invalid'
const signInOptions = async () => data(await as(world, undefined, 'POST', 'login/passkey/options'))
const signInWith = (passkey: object, headers = {}) =>
  as(world, undefined, 'POST', 'login/passkey', { passkey }, headers)
const passkeysOf = async ({ token }: StaffMember) =>
  data(await as(world, token, 'GET', 'passkeys')).items as { passkey_id: string; name: string }[]
const remove = ({ token }: StaffMember, id: string) => asProven(world, token, 'DELETE', `passkeys/${id}`)

/** Registers a passkey of a new device. */
async function register(member: StaffMember, name = 'Laptop') {
  const device = openPasskeyDevice(world.url)
  const options = data(await asProven(world, member.token, 'POST', 'passkeys/options', {}))
  const body = { name, passkey: device.create(options) }
  const { passkey_id: id } = data(await asProven(world, member.token, 'POST', 'passkeys', body))
  return { device, id: id as string, body }
}
async function holder(role: 'owner' | 'support' = 'owner') {
  const member = await joinedStaff(world, role)
  return { ...member, ...(await register(member)) }
}
const auditOf = (email: string) =>
  rows('select action, detail from audit_log where subject = $1 order by seq', [email])

describe('signing in with a passkey as an admin user', () => {
  test('a passkey alone signs in, and the password with a code still does', async () => {
    const user = await holder('support')
    const session = data(await signInWith(user.device.get(await signInOptions())))
    expect(session.user).toEqual({
      ...{ user_id: user.id && session.user.user_id, email: user.email },
      ...{ name: user.name, role: 'support' },
    })
    const me = data(await as(world, session.access_token, 'GET', 'me'))
    assert.equal(me.user.email, user.email)
    clock.forward({ seconds: 30 })
    assert.equal((await signInStaff(world, user)).status, 200)
    const { email, password } = user
    const alone = await as(world, undefined, 'POST', 'login', { email, password })
    expect(outcome(alone)).toEqual([401, 'RMT-1027', 'Second factor required'])
    const signIns = (await auditOf(email)).filter(({ action }) => action === 'staff.signed_in')
    expect(signIns.map(({ detail }) => JSON.parse(detail).factor)).toEqual([undefined, 'passkey', undefined])
  })

  test('a passkey of a removed user, or of one whose factors were reset, does not sign in', async () => {
    const reset = await joinedStaff(world, 'owner')
    const { device } = await register(reset)
    const gone = await joinedStaff(world, 'owner')
    const { device: lost } = await register(gone)
    const reason = { reason: 'Lost the phone' }
    assert.equal(
      (await world.admin('POST', `/api/v1/admin/users/${reset.id}/reset-factors`, reason)).status,
      200,
    )
    assert.equal((await world.admin('DELETE', `/api/v1/admin/users/${gone.id}`)).status, 200)
    for (const each of [device, lost])
      expect(outcome(await signInWith(each.get(await signInOptions())))).toEqual([401, 'RMT-401', invalid])
  })

  test('a passkey that is removed while it signs in begins no session', async () => {
    const user = await holder()
    const [{ id }] = await rows('select id from admin_user where email = $1', [user.email])
    const passkey = user.device.get(await signInOptions())
    // Holds the user's row, as a removal does, until the sign-in waits for it.
    const entered = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const removal = world.db.transaction(async (sql) => {
      await sql.rows({ name: '', text: 'select from admin_user where id = $1 for update' }, [id])
      entered.resolve()
      await goOn.promise
      await sql.rows({ name: '', text: 'delete from passkey where account_id = $1' }, [id])
    })
    await entered.promise
    const signing = signInWith(passkey)
    await eventually('the sign-in waits for the row', async () => {
      const waiting = await rows(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into session%'`,
      )
      return waiting.length > 0 || undefined
    })
    goOn.resolve()
    await removal
    expect(outcome(await signing)).toEqual([401, 'RMT-401', invalid])
  })
})

describe('the passkeys of an admin user', () => {
  test('a user lists and removes the own passkeys; a removal ends the other sessions', async () => {
    const member = await joinedStaff(world, 'support')
    const first = await register(member, 'Phone')
    await register(member, 'Laptop')
    expect((await passkeysOf(member)).map(({ name }) => name)).toEqual(['Phone', 'Laptop'])
    const other = data(await signInWith(first.device.get(await signInOptions())))
    assert.equal((await remove(member, first.id)).status, 200)
    assert.equal((await as(world, other.access_token, 'GET', 'me')).status, 401)
    expect((await passkeysOf(member)).map(({ name }) => name)).toEqual(['Laptop'])
    expect(outcome(await signInWith(first.device.get(await signInOptions())))).toEqual([
      401,
      'RMT-401',
      invalid,
    ])
    const last = (await auditOf(member.email)).at(-1)
    assert.equal(last.action, 'staff.passkey_removed')
    expect(JSON.parse(last.detail)).toMatchObject({ name: 'Phone' })
  })

  test('a token of the settings has no passkeys', async () => {
    const listed = await world.admin('GET', '/api/v1/admin/passkeys')
    expect(outcome(listed)).toEqual([409, 'RMT-409', 'A token has no user account'])
  })

  test('a session that is ended while it registers a passkey leaves none', async () => {
    const member = await joinedStaff(world, 'owner')
    const [{ id }] = await rows('select id from admin_user where email = $1', [member.email])
    const options = data(await asProven(world, member.token, 'POST', 'passkeys/options', {}))
    const body = { name: 'Thief', passkey: openPasskeyDevice(world.url).create(options) }
    const entered = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    // As a reset of the factors does: it holds the user's row, and ends the sessions.
    const reset = world.db.transaction(async (sql) => {
      await sql.rows({ name: '', text: 'select from admin_user where id = $1 for update' }, [id])
      entered.resolve()
      await goOn.promise
      await sql.rows({ name: '', text: 'delete from session where account_id = $1' }, [id])
    })
    await entered.promise
    const registering = asProven(world, member.token, 'POST', 'passkeys', body)
    await eventually('the registration waits for the row', async () => {
      const waiting = await rows(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'select from admin_user%'`,
      )
      return waiting.length > 0 || undefined
    })
    goOn.resolve()
    await reset
    expect(outcome(await registering)).toEqual([403, 'RMT-1025', 'Step-up required'])
    expect(await rows('select from passkey where account_id = $1', [id])).toEqual([])
  })
})

describe('a step-up with a passkey', () => {
  const options = async ({ token }: StaffMember) => data(await as(world, token, 'POST', 'step-up/options'))
  const stepUp = ({ token }: StaffMember, passkey: object) => as(world, token, 'POST', 'step-up', { passkey })

  test('a passkey of the user gives a step-up, with options of this session', async () => {
    const user = await holder()
    const made = data(await stepUp(user, user.device.get(await options(user))))
    const body = { current_password: user.password, new_password: 'ten green lanterns' }
    const headers = { 'x-step-up-token': made.step_up_token }
    const changed = await as(world, user.token, 'POST', 'change-password', body, headers)
    assert.equal(changed.status, 200, changed.text)
  })

  test('a user with a passkey may give a code all the same', async () => {
    const user = await holder()
    const made = await as(world, user.token, 'POST', 'step-up', { totp: codeOf(world, user.secret, 1) })
    assert.equal(made.status, 200, made.text)
  })
})
