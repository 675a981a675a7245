// Two admins, for tests of what admins do.
import assert from 'node:assert/strict'
import type { Guards } from '../../../server/platform/http/endpoint.ts'
import type { Secrets } from '../../../server/platform/secrets.ts'
import type { ApiResponse } from '../http/response.ts'
import type { World } from '../world/world.ts'

export const tokens = {
  amina: 'token-of-amina-0123456789',
  benoit: 'token-of-benoit-0123456789',
} as const
export type Person = keyof typeof tokens

/** The part of access to the admin API that a test of tokens needs beside them. */
export const tokensOnly = {
  findSession: async () => undefined,
  findStepUp: async () => undefined,
  actOf: async () => undefined,
  conflictOf: async () => undefined,
}

/** The checks of callers for a test of a few routes: those of the other kinds refuse everybody. */
export const nobody: Guards = {
  admin: refuse,
  bearer: refuse,
  signature: refuse,
  admin_networks: refuse,
  own_pages: refuse,
}
async function refuse(): Promise<void> {
  throw new Error('nobody calls these routes')
}

/** The setting that admits both. */
export const twoAdmins = {
  ADMIN_TOKENS: Object.entries(tokens)
    .map(([name, token]) => `${name}:${token}`)
    .join(','),
}

/** What code needs in a deployment that asks for no approvals. */
export const noApprovals = (secrets: Secrets) => ({
  rules: {},
  secrets,
  secondAdmin: async () => true,
  hours: 72,
})

export type Admins = {
  get(path: string, as?: Person): Promise<ApiResponse>
  post(path: string, body?: unknown, as?: Person): Promise<ApiResponse>
  put(path: string, body: unknown, as?: Person): Promise<ApiResponse>
  /** The same for a call that must respond with 2xx: `data` of the response. */
  read(path: string, as?: Person): Promise<any>
  act(path: string, body?: unknown, as?: Person): Promise<any>
  /** A call that one admin requests and the other approves. Returns the approval. */
  both(path: string, body?: unknown, by?: Person): Promise<any>
}

/** Calls of the two admins. Paths start after `/api/v1/admin/`. */
export function adminsOf(world: World): Admins {
  const call = (method: string, path: string, body: unknown, as: Person) =>
    world.admin(method, `/api/v1/admin/${path}`, body, { 'x-admin-token': tokens[as] })
  const data = (response: ApiResponse, path: string) => {
    assert.ok(response.status >= 200 && response.status < 300, `${path}: ${response.status} ${response.text}`)
    return response.body.data
  }
  const get: Admins['get'] = (path, as = 'amina') => call('GET', path, undefined, as)
  const post: Admins['post'] = (path, body = { reason: 'for a test' }, as = 'amina') =>
    call('POST', path, body, as)
  const act: Admins['act'] = async (path, body, as) => data(await post(path, body, as), path)
  return {
    get,
    post,
    put: (path, body, as = 'amina') => call('PUT', path, body, as),
    read: async (path, as) => data(await get(path, as), path),
    act,
    async both(path, body, by = 'amina') {
      const { approval_id } = await act(path, body, by)
      return act(
        `approvals/${approval_id}/approve`,
        { reason: 'checked' },
        by === 'amina' ? 'benoit' : 'amina',
      )
    },
  }
}

/** Asserts a refusal with this status and code, in the shape of the remittance service. */
export function refusedWith(response: ApiResponse, status: number, code: string): string {
  assert.deepEqual(
    [response.status, response.body?.status, response.body?.code],
    [status, 'error', code],
    response.text,
  )
  return response.body.message
}
