// Admin users, for tests: invited by a token, with a password and an authenticator app.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { saveStepUp } from '../../../server/accounts/step-ups.ts'
import type { AdminRole } from '../../../server/kernel/admin-roles.ts'
import { codeOf } from '../factors/factors.ts'
import type { ApiResponse } from '../http/response.ts'
import type { World } from '../world/world.ts'

type Where = Pick<World, 'admin' | 'clock'>

export type StaffMember = {
  id: string
  email: string
  name: string
  password: string
  secret: string
  token: string
}

export const staffPassword = 'nine green lanterns'

const data = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

/** Calls a route below `/api/v1/admin/` with an access token, or without any. */
export const as = (
  world: Pick<World, 'admin'>,
  token: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  world.admin(method, `/api/v1/admin/${path}`, body, {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  })

/**
 * Calls a route with an access token and a step-up of its session, as if its user had just given a code for the act that the route says it
 * needs confirmed.
 */
export async function asProven(
  world: Pick<World, 'admin' | 'db' | 'clock'>,
  token: string,
  method: string,
  path: string,
  body?: unknown,
) {
  const session = { tokenHash: createHash('sha256').update(token).digest() }
  const refused = await as(world, token, method, path, body)
  if ((refused.body?.message ?? refused.body?.detail) !== 'Step-up required') return refused
  const made = await saveStepUp(world.db, session, {
    ...{ now: world.clock.now(), byFactor: true, act: refused.body.errors?.[0].confirms },
  })
  return as(world, token, method, path, body, made && { 'x-step-up-token': made.token })
}

/** The token of a link. */
export const tokenIn = (url: string) => new URL(url).hash.slice(1)

/** Invites somebody with the token of the tests. */
export async function invitedStaff(
  world: Pick<World, 'admin'>,
  role: AdminRole,
  {
    email = `${role}-${randomBytes(4).toString('hex')}@likuta.example`,
    name = `Amina ${randomBytes(4).toString('hex')}`,
  } = {},
): Promise<{ id: string; email: string; name: string; link: string }> {
  const body = { email, name, role, reason: 'Joins the team' }
  const { url, user_id: id } = data(await world.admin('POST', '/api/v1/admin/users', body))
  return { id, email, name, link: tokenIn(url) }
}

/** Accepts a link, with the code of the step before, so that this one is free. @returns the secret of the app. */
export async function acceptStaff(world: Where, link: string, password = staffPassword): Promise<string> {
  const begun = data(await as(world, undefined, 'POST', 'users/accept', { token: link, password }))
  const totp = codeOf(world, begun.secret, -1)
  const done = data(await as(world, undefined, 'POST', 'users/accept', { token: link, password, totp }))
  assert.equal(done.state, 'ACTIVE')
  return begun.secret
}

/** Signs in with a code of some steps of 30 seconds later: each step counts once. */
export const signInStaff = (
  world: Where,
  { email, password, secret }: Pick<StaffMember, 'email' | 'password' | 'secret'>,
  stepsLater = 0,
) => as(world, undefined, 'POST', 'login', { email, password, totp: codeOf(world, secret, stepsLater) })

/** A new admin user with this role, signed in. */
export async function joinedStaff(
  world: Where,
  role: AdminRole,
  wanted: { email?: string; name?: string } = {},
): Promise<StaffMember> {
  const { id, email, name, link } = await invitedStaff(world, role, wanted)
  const secret = await acceptStaff(world, link)
  const member = { id, email, name, password: staffPassword, secret }
  return { ...member, token: data(await signInStaff(world, member)).access_token }
}
