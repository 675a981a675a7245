// Nobody joins a merchant, signs up or is renamed under the name of one of our own people.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { twoAdmins } from '../../test/support/callers/admins.ts'
import {
  accept,
  call,
  invited,
  joined,
  type Member,
  signedIn,
  stepUpOf,
  userIdOf,
} from '../../test/support/callers/self-service.ts'
import { openWorld, type World } from '../../test/support/world/world.ts'
import type { Credentials } from '../merchants/identity/register.ts'

let world: World
let shop: Credentials
let owner: Member
beforeAll(async () => {
  world = await openWorld({ role: 'api', settings: { ...twoAdmins } })
  const text = `insert into admin_user (email, name, role, state, password_hash, created_by, created_at)
                values ('alice.mbuyi@pay.example', 'Alice Mbuyi', 'owner', 'ACTIVE', 'x', 'test', now())`
  await world.db.rows({ name: '', text })
  shop = await world.register()
  owner = await signedIn(world, shop)
})
afterAll(() => world?.close())

const refused = [409, 'RMT-409', 'This name cannot be used']
const refusal = ({ status, body }: { status: number; body: any }) => [status, body.code, body.message]
const password = 'nine green lanterns'

describe('the name of one of our own people', () => {
  test.each([
    'Alice Mbuyi',
    '  alice   MBUYI ',
    'Mbuyi Alice',
    'Mbuyi, Alice',
    'Álicé Mbuyi',
    'Al\u200bice Mbuyi',
    'Аlісе Mbuyi',
    'A1ice Mbuyi',
    'AliceMbuyi',
    'mbuyialice',
    'Amina',
    'BENOIT',
  ])('%s is refused to somebody who accepts an invitation, and the owner notified', async (name) => {
    const email = `joins-${Math.random().toString(36).slice(2)}@example.com`
    const token = await invited(world, owner, { email, role: 'viewer' })
    // Control and format characters may be refused before.
    const sent = await accept(world, token, password, name)
    if (sent.status !== 400) {
      expect(refusal(sent)).toEqual(refused)
      const text = `select 1 from message where kind = 'reserved_name_refused' and address = $1 and dedupe_key like '%' || $2 || '%'`
      expect(await world.db.rows({ name: '', text }, [owner.email, name.trim()])).toHaveLength(1)
    }
    expect(await userIdOf(world, owner, email)).toBeUndefined()
  })

  test.each(['Alice', 'Alice Mbuyi Kanku', 'Alicia Mbuyi', 'Aminata'])('%s is another name', async (name) => {
    const email = `joins-${Math.random().toString(36).slice(2)}@example.com`
    const token = await invited(world, owner, { email, role: 'viewer' })
    expect((await accept(world, token, password, name)).status).toBe(200)
  })

  test('is refused when a user is renamed', async () => {
    const user = await joined(world, owner, 'viewer')
    const headers = await stepUpOf(world, owner, owner.token)
    const path = `users/${await userIdOf(world, owner, user.email)}`
    const renamed = await call(world, 'POST', path, {
      ...{ token: owner.token, headers },
      body: { name: 'alice mbuyi' },
    })
    expect(refusal(renamed)).toEqual(refused)
  })

  test('is refused to a merchant that signs up, as every reserved name', async () => {
    const signUp = (name: string) =>
      call(world, 'POST', 'signup', { body: { name, email: 'shop@example.com', password } })
    const [ofAdmin, ofService] = [await signUp('Mbuyi Alice'), await signUp('Likuta')]
    expect([ofAdmin.status, ofAdmin.body]).toEqual([400, ofService.body])
  })
})
