// Merchants that have gone live, their users in test mode, and the credentials of both profiles, for tests.
import assert from 'node:assert/strict'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { call, fileGoLive, type Member, signedIn, stepUpOf } from '../callers/self-service.ts'
import type { ApiResponse } from '../http/response.ts'
import { orderBody } from '../world/bodies.ts'
import type { World } from '../world/world.ts'

export const switchPath = 'session/mode'
export type Mode = 'live' | 'test'

const company = {
  company_name: 'Chez Ntemba SARL',
  registration_number: 'CD/KNG/RCCM/26-B-01234',
  country: 'CD',
  contact_name: 'Grâce Mukendi',
  contact_email: 'grace@ntemba.example',
  contact_phone: '0991234567',
}

/** The status of a response and its message. */
export const messageOf = ({ status, body }: ApiResponse) => [status, body.message ?? body.detail]

/** @param world whose deployment has a production gateway. */
export function testModeOf(world: World) {
  const decide = (code: string, decision: 'approve' | 'reject' = 'approve') =>
    world.admin('POST', `/api/v1/admin/merchants/${code}/go-live`, { decision, reason: 'papers seen' })

  const file = (owner: Member, token = owner.token) => fileGoLive(world, owner, token, { body: company })

  /** A merchant that has gone live, with the test keys it had before. @param prepare what its owner does before. */
  async function live(prepare: (owner: Member) => Promise<unknown> = async () => {}) {
    const before = await world.register()
    const owner = await signedIn(world, before)
    await prepare(owner)
    await file(owner)
    const { status, body, text } = await decide(before.merchant_code)
    assert.equal(status, 200, text)
    const as = { ...before, ...body.data } as Credentials
    return { before, as, owner: { ...owner, code: as.merchant_code } }
  }

  const switchTo = (token: string, mode: Mode) => call(world, 'POST', switchPath, { token, body: { mode } })

  /** The token of the session in this mode, and the code of the profile. */
  async function inMode(token: string, mode: Mode): Promise<{ token: string; code: string }> {
    const { status, body, text } = await switchTo(token, mode)
    assert.equal(status, 200, text)
    return { token: body.data.access_token, code: body.data.merchant_code }
  }

  const me = async (token: string) => (await call(world, 'GET', 'me', { token })).body.data

  /** The keys and the merchant secret that a user makes in test mode. */
  async function testCredentials(owner: Member, as: Credentials, token: string): Promise<Credentials> {
    const code = (await me(token)).merchant_code
    const headers = await stepUpOf(world, owner, token)
    const keys = await call(world, 'POST', 'api-keys', { token, headers })
    const secret = await call(world, 'POST', 'secret', { token, headers })
    return { ...as, merchant_code: code, ...keys.body.data, ...secret.body.data }
  }

  /** Orders a payment, with an address for webhooks that is accepted in production, too. */
  const order = (as: Credentials) => {
    const body = orderBody(world.url, { callback_url: 'https://shop.example/webhooks' })
    return world.signed('POST', '/api/v1/payment/orders', body, { as })
  }

  return { decide, file, live, switchTo, inMode, me, testCredentials, order }
}
