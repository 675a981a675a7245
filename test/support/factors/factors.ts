// Second factors of merchants' users, for tests.
import assert from 'node:assert/strict'
import { TOTP } from 'otpauth'
import { call, type Member, stepUpOf } from '../callers/self-service.ts'
import type { ApiResponse } from '../http/response.ts'
import type { World } from '../world/world.ts'
import { openPasskeyDevice, type PasskeyDevice } from './passkey-device.ts'

type Where = Pick<World, 'url' | 'clock'>

const data = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

/** The code of a secret now, or some steps of 30 seconds later. */
export function codeOf({ clock }: Pick<World, 'clock'>, secret: string, stepsLater = 0): string {
  const timestamp = clock.now().epochMilliseconds + stepsLater * 30_000
  return new TOTP({ secret }).generate({ timestamp })
}

/** The header of a step-up with any proof. */
export async function provenBy(world: Pick<World, 'url'>, token: string, proof: object) {
  const { step_up_token } = data(await call(world, 'POST', 'step-up', { token, body: proof }))
  return { 'x-step-up-token': step_up_token as string }
}

export type WithApp = Member & { secret: string; codes: string[] }

/** Sets up an authenticator app as the first factor, with the code of the step before, so that this one is free. */
export async function withApp(world: Where, member: Member): Promise<WithApp> {
  const { token } = member
  const headers = await stepUpOf(world, member, token)
  const { secret } = data(await call(world, 'POST', 'factors/totp', { token, headers }))
  const body = { code: codeOf(world, secret, -1) }
  const { recovery_codes: codes } = data(
    await call(world, 'POST', 'factors/totp/confirm', { token, headers, body }),
  )
  return { ...member, secret, codes }
}

/** Registers a passkey of a new device. @param headers of a step-up. */
export async function withPasskey(
  world: Where,
  token: string,
  headers: Record<string, string>,
  { counts = true, name = 'Phone' } = {},
): Promise<{ device: PasskeyDevice; id: string; codes: string[] | null }> {
  const device = openPasskeyDevice(world.url, { counts })
  const options = data(await call(world, 'POST', 'factors/passkeys/options', { token, headers }))
  const body = { name, passkey: device.create(options) }
  const made = data(await call(world, 'POST', 'factors/passkeys', { token, headers, body }))
  return { device, id: made.passkey_id, codes: made.recovery_codes }
}

/** Options to sign in with a passkey. */
export const loginOptions = async (world: Pick<World, 'url'>) =>
  data(await call(world, 'POST', 'login/passkey/options'))

export const logInWith = (world: Pick<World, 'url'>, passkey: object) =>
  call(world, 'POST', 'login/passkey', { body: { passkey } })
