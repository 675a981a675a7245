// Two people of the service, for tests of what admins do.
import assert from 'node:assert/strict'
import type { Answer } from '../http/response.ts'
import type { World } from '../world/world.ts'

export const tokens = {
  amina: 'token-of-amina-0123456789',
  benoit: 'token-of-benoit-0123456789',
} as const
export type Person = keyof typeof tokens

/** The setting under which both are let in. */
export const twoAdmins = {
  ADMIN_TOKENS: Object.entries(tokens)
    .map(([name, token]) => `${name}:${token}`)
    .join(','),
}

export type Admins = {
  get(path: string, as?: Person): Promise<Answer>
  post(path: string, body?: unknown, as?: Person): Promise<Answer>
  /** The same, answered 2xx: `data` of the answer. */
  read(path: string, as?: Person): Promise<any>
  act(path: string, body?: unknown, as?: Person): Promise<any>
}

/** Paths begin after `/api/v1/admin/`. */
export function adminsOf(world: World): Admins {
  const call = (method: string, path: string, body: unknown, as: Person) =>
    world.admin(method, `/api/v1/admin/${path}`, body, { 'x-admin-token': tokens[as] })
  const data = (answer: Answer, path: string) => {
    assert.ok(answer.status >= 200 && answer.status < 300, `${path}: ${answer.status} ${answer.text}`)
    return answer.body.data
  }
  const get: Admins['get'] = (path, as = 'amina') => call('GET', path, undefined, as)
  const post: Admins['post'] = (path, body = { reason: 'for a test' }, as = 'amina') =>
    call('POST', path, body, as)
  return {
    get,
    post,
    read: async (path, as) => data(await get(path, as), path),
    act: async (path, body, as) => data(await post(path, body, as), path),
  }
}

/** Refused with this status and code, in the shape of the remittance service. */
export function refusedWith(answer: Answer, status: number, code: string): string {
  assert.deepEqual(
    [answer.status, answer.body?.status, answer.body?.code],
    [status, 'error', code],
    answer.text,
  )
  return answer.body.message
}
