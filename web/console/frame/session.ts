// Who is signed in. The token lives in this variable and nowhere else: a reload, a quarter of an hour without a hand on
// the page, or a refusal of the token ends it.
import { signal } from '@preact/signals'
import type * as schemas from '../../api/schemas.generated.ts'
import { openClient, type RequestError } from '../../ui/service/client.ts'

export type Me = schemas.Admin['data']

const base = '/api/v1/admin'
const idleMinutes = 15

export const session = signal<{ token: string; me: Me } | undefined>(undefined)
/** Why one was signed out, where it was not by one's own hand. */
export const farewell = signal<'idle' | 'refused' | undefined>(undefined)

let lastActiveAt = 0

/** The admin API, as whoever is signed in. */
export const api = openClient({
  base,
  headers: () => ({ 'x-admin-token': session.value?.token ?? '' }),
  refused: (error) => {
    if (session.value && isTokenRefused(error)) signOut('refused')
  },
})

/** What is done once, however often it is sent with this key. @throws RequestError */
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
  farewell.value = undefined
  session.value = { token, me }
}

export function signOut(why?: 'idle' | 'refused'): void {
  session.value = undefined
  farewell.value = why
}

/** Signs out whoever has left. Call once. */
export function watchIdleness(): void {
  const touch = () => {
    lastActiveAt = performance.now()
  }
  for (const kind of ['pointerdown', 'keydown', 'wheel']) addEventListener(kind, touch, { passive: true })
  setInterval(() => {
    if (session.value && performance.now() - lastActiveAt > idleMinutes * 60_000) signOut('idle')
  }, 10_000)
}
