// Calls to merchant self-service, for tests.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { MerchantRole } from '../../../server/kernel/merchant-roles.ts'
import { type EmailContent, openFragment } from '../../../server/messages/content.ts'
import { rowsOfPlaces } from '../database/places.ts'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import type { World } from '../world/world.ts'

type CallOptions = {
  token?: string
  body?: unknown
  raw?: string
  headers?: Record<string, string | string[]>
}

/** @param name what follows `/api/v1/merchant/`. */
export function call(
  world: Pick<World, 'url'>,
  method: string,
  name: string,
  { token, body, raw, headers }: CallOptions = {},
): Promise<ApiResponse> {
  const bytes = Buffer.from(raw ?? (body === undefined ? '' : JSON.stringify(body)))
  return send(world.url, method, `/api/v1/merchant/${name}`, bytes, {
    ...(bytes.length > 0 && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  })
}

export function logIn(
  world: Pick<World, 'url'>,
  { email, password }: { email: string; password: string },
  headers: Record<string, string> = {},
): Promise<ApiResponse> {
  return call(world, 'POST', 'login', { body: { email, password }, headers })
}

/** A token of a user, by default of the merchant's first. @throws Error when the login is refused. */
export async function tokenOf(
  world: Pick<World, 'url'>,
  user: { email: string; password: string },
): Promise<string> {
  const response = await logIn(world, user)
  if (response.status !== 200) throw new Error(`login: ${response.status} ${response.text}`)
  return response.body.data.access_token
}

const data = (response: ApiResponse) => {
  assert.equal(response.status, 200, response.text)
  return response.body.data
}

/** The header of a step-up with the merchant's password. @param confirms the act that it confirms. */
export async function stepUpOf(
  world: Pick<World, 'url'>,
  { password }: { password: string },
  token: string,
  confirms?: object,
): Promise<{ 'x-step-up-token': string }> {
  const body = { password, confirms }
  const { step_up_token } = data(await call(world, 'POST', 'step-up', { token, body }))
  return { 'x-step-up-token': step_up_token }
}

/** A call that needs a step-up for its act alone: the refusal names the act, and the password then confirms it. */
export async function confirmedCall(
  world: Pick<World, 'url'>,
  method: string,
  name: string,
  { password, token, body }: { password: string; token: string; body?: unknown },
): Promise<ApiResponse> {
  const refused = await call(world, method, name, { token, body })
  if (refused.body.code !== 'RMT-1025') return refused
  const confirms = refused.body.errors?.[0]?.confirms
  const headers = await stepUpOf(world, { password }, token, confirms)
  return call(world, method, name, { token, body, headers })
}

/** Requests to go live, after a step-up. */
export async function fileGoLive(
  world: Pick<World, 'url'>,
  member: { password: string },
  token: string,
  { body, headers }: { body: unknown; headers?: Record<string, string> },
): Promise<ApiResponse> {
  const stepUp = await stepUpOf(world, member, token)
  return call(world, 'POST', 'go-live', { token, body, headers: { ...stepUp, ...headers } })
}

export type Member = { email: string; password: string; token: string }

/** Signs a user in. */
export async function signedIn(
  world: Pick<World, 'url'>,
  { email, password }: { email: string; password: string },
): Promise<Member> {
  return { email, password, token: await tokenOf(world, { email, password }) }
}

/** The token of a new invitation's link. */
export async function invited(
  world: Inviting,
  owner: Member,
  wanted: { email: string; role: MerchantRole },
): Promise<string> {
  const headers = await stepUpOf(world, owner, owner.token)
  const { url } = data(
    await call(world, 'POST', 'invitations', { token: owner.token, body: wanted, headers }),
  )
  return url === null ? mailedInvitation(world, wanted.email) : new URL(url).hash.slice(1)
}

/** Of a world that sends email, the link is read in the outbox. */
type Inviting = Pick<World, 'url'> & Partial<Pick<World, 'system'>>

async function mailedInvitation({ system }: Inviting, email: string): Promise<string> {
  const content = system && (await lastMessage<EmailContent>({ system }, email, 'invitation'))
  if (!system || !content?.action?.fragment) throw new Error(`no invitation was sent to ${email}`)
  return openFragment(system.secrets, content.action.fragment)
}

async function lastMessage<Content>(
  world: Pick<World, 'system'>,
  address: string,
  kind: string,
): Promise<Content | undefined> {
  const text = `select content, created_at as at from message where address = $1 and kind = $2 order by id desc limit 1`
  const found = await rowsOfPlaces<{ content: Content; at: Temporal.Instant }>(world, { name: '', text }, [
    address,
    kind,
  ])
  return found.toSorted((a, b) => Temporal.Instant.compare(b.at, a.at))[0]?.content
}

/** The last confirmation code that an address was sent. */
export async function confirmationCodeOf(world: Pick<World, 'system'>, address: string): Promise<string> {
  const content = await lastMessage(world, address, 'confirmation_code')
  const [code] = /[0-9]{6}/.exec(JSON.stringify(content) ?? '') ?? []
  if (code === undefined) throw new Error(`no code was sent to ${address}`)
  return code
}

export const accept = (world: Pick<World, 'url'>, token: string, password: string, name = 'Aline Furaha') =>
  call(world, 'POST', 'invitations/accept', { body: { token, name, password } })

/** A new user with this role, signed in. */
export async function joined(world: Inviting, owner: Member, role: MerchantRole): Promise<Member> {
  const email = `${role}-${randomBytes(4).toString('hex')}@example.com`
  const password = 'nine green lanterns'
  data(await accept(world, await invited(world, owner, { email, role }), password))
  return signedIn(world, { email, password })
}

/** The id of a user of the owner's merchant. */
export async function userIdOf(world: Pick<World, 'url'>, owner: Member, email: string): Promise<string> {
  const { items } = data(await call(world, 'GET', 'users', { token: owner.token }))
  return items.find((user: { email: string }) => user.email === email)?.user_id
}
