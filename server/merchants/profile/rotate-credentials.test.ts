// Who may rotate the credentials of a merchant, by which proof, and whom we notify of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { call, joined, type Member, signedIn, stepUpOf } from '../../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../../test/support/world/world.ts'
import type { Environment } from '../../kernel/environment.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world?.close())

let owner: Member
let code: string
async function newMerchant(environment: Environment) {
  const merchant = await world.register({ environment })
  code = merchant.merchant_code
  owner = await signedIn(world, merchant)
}

const paths = ['api-keys', 'callback-secret', 'secret'] as const
const rotate = (who: Member, path: string, body?: object, headers: Record<string, string> = {}) =>
  call(world, 'POST', path, { token: who.token, headers, ...(body && { body }) })
const outcome = async (sent: ReturnType<typeof rotate>) => {
  const { status, body } = await sent
  return [status, body.code]
}

describe.each(paths)('in production, %s', (path) => {
  beforeEach(() => newMerchant('production'))

  test('needs the password or a step-up', async () => {
    expect(await outcome(rotate(owner, path))).toEqual([403, 'RMT-1025'])
    expect(await outcome(rotate(owner, path, {}))).toEqual([403, 'RMT-1025'])
    const wrong = { current_password: 'another long password' }
    expect(await outcome(rotate(owner, path, wrong))).toEqual([400, 'RMT-1009'])
    expect(await outcome(rotate(owner, path, {}, { 'x-step-up-token': 'made up' }))).toEqual([
      403,
      'RMT-1025',
    ])
    expect(await outcome(rotate(owner, path, { current_password: owner.password }))).toEqual([200, undefined])
    const headers = await stepUpOf(world, owner, owner.token)
    expect(await outcome(rotate(owner, path, undefined, headers))).toEqual([200, undefined])
  })
})

describe('in the sandbox', () => {
  beforeEach(() => newMerchant('sandbox'))

  test.each(paths)('%s needs no password, but refuses a wrong one', async (path) => {
    expect(await outcome(rotate(owner, path))).toEqual([200, undefined])
    const wrong = { current_password: 'another long password' }
    expect(await outcome(rotate(owner, path, wrong))).toEqual([400, 'RMT-1009'])
  })

  test('a user with a second factor needs a step-up all the same, whatever password is given', async () => {
    const set = `update merchant_user set has_second_factor = $2 where email = $1`
    await world.db.rows({ name: '', text: set }, [owner.email, true])
    await world.db.rows({ name: '', text: 'update session set by_factor = true' }, [])
    for (const path of paths) {
      const body = { current_password: owner.password }
      expect(await outcome(rotate(owner, path, body))).toEqual([403, 'RMT-1025'])
    }
  })

  test('the merchant secret is for owners', async () => {
    const developer = await joined(world, owner, 'developer')
    expect(await outcome(rotate(developer, 'secret'))).toEqual([403, 'RMT-403'])
    expect(await outcome(rotate(developer, 'api-keys'))).toEqual([200, undefined])
    expect(await outcome(rotate(developer, 'callback-secret'))).toEqual([200, undefined])
  })

  test('every owner is notified of each rotation, with the name of who did it', async () => {
    const second = await joined(world, owner, 'owner')
    const developer = await joined(world, owner, 'developer')
    await rotate(developer, 'api-keys')
    await rotate(owner, 'callback-secret')
    await rotate(owner, 'secret')
    const text = `select address, content ->> 'subject' as subject, content -> 'facts' -> 0 ->> 1 as by
                    from message where kind = 'credential_rotated'
                     and merchant_id = (select id from merchant where merchant_code = $1) order by id`
    const sent = await world.db.rows<{ address: string; by: string }>({ name: '', text }, [code])
    const expected = [developer.email, owner.email, owner.email].flatMap((by) =>
      [owner.email, second.email].map((address) => ({ address, by })),
    )
    expect(sent).toEqual(expected.map((one) => expect.objectContaining(one)))
  })
})
