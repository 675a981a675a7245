// The signed-in admin. The token is kept in this module's memory only: a reload, 15 minutes without activity, or a
// refusal of the token ends the session.
import { signal } from '@preact/signals'
import type * as schemas from '../../api/schemas.generated.ts'
import { openClient, type RequestError } from '../../ui/service/client.ts'

export type Me = schemas.Admin['data']

const base = '/api/v1/admin'
const idleMinutes = 15

export const session = signal<{ token: string; me: Me } | undefined>(undefined)
/** Why the admin was signed out, when it was not by choice. */
export const signOutReason = signal<'idle' | 'refused' | undefined>(undefined)

let lastActiveAt = 0

/** The admin API, called with the token of the signed-in admin. */
export const api = openClient({
  base,
  headers: () => ({ 'x-admin-token': session.value?.token ?? '' }),
  refused: (error) => {
    if (session.value && isTokenRefused(error)) signOut('refused')
  },
})

/** Posts with an idempotency key, so that a repeated request is executed once. @throws RequestError */
export function postOnce<Data>(path: string, body: unknown, key: string): Promise<Data> {
  return api.call('POST', path, { body, headers: { 'idempotency-key': key } })
}

export function isTokenRefused(error: RequestError): boolean {
  return error.status === 403 && error.message === 'Invalid admin token'
}

/** @throws RequestError */
export async function signIn(token: string): Promise<void> {
  const me = await openClient({ base, headers: () => ({ 'x-admin-token': token }) }).get<Me>('/me')
  lastActiveAt = performance.now()
  signOutReason.value = undefined
  session.value = { token, me }
}

export function signOut(why?: 'idle' | 'refused'): void {
  session.value = undefined
  signOutReason.value = why
}

/** Signs out after 15 minutes without activity. Call once. */
export function watchIdleness(): void {
  const touch = () => {
    lastActiveAt = performance.now()
  }
  for (const kind of ['pointerdown', 'keydown', 'wheel']) addEventListener(kind, touch, { passive: true })
  setInterval(() => {
    if (session.value && performance.now() - lastActiveAt > idleMinutes * 60_000) signOut('idle')
  }, 10_000)
}
