// The signed-in admin, by an account or a token. What proves it is kept in this module's memory only: a reload, 15 minutes without
// activity, or a refusal ends the session.
import { signal } from '@preact/signals'
import type * as schemas from '../../api/schemas.generated.ts'
import type { FactorCode } from '../../ui/factors/codes/code-field.tsx'
import { openClient, type RequestError } from '../../ui/service/client.ts'
import { confirming, forgetProof, proofHeader } from '../step-up/confirming.ts'

export type Me = schemas.Admin['data']

const base = '/api/v1/admin'
const idleMinutes = 15

type Headers = Readonly<Record<string, string>>

export const session = signal<{ headers: Headers; me: Me } | undefined>(undefined)
/** Why the admin was signed out, when it was not by choice. */
export const signOutReason = signal<'idle' | 'refused' | undefined>(undefined)

let lastActiveAt = 0

/** The admin API, called as the signed-in admin. */
export const api = confirming(
  openClient({
    base,
    headers: () => ({ ...session.value?.headers, ...proofHeader() }),
    refused: (error) => {
      if (session.value && (isTokenRefused(error) || error.status === 401)) signOut('refused')
    },
  }),
)

/** Posts with an idempotency key, so that a repeated request is executed once. @throws RequestError */
export function postOnce<Data>(path: string, body: unknown, key: string): Promise<Data> {
  return api.call('POST', path, { body, headers: { 'idempotency-key': key } })
}

export function isTokenRefused(error: RequestError): boolean {
  return error.status === 403 && error.message === 'Invalid admin token'
}

/** Signs in with a token of the settings. @throws RequestError */
export function signInWithToken(token: string): Promise<void> {
  return begin({ 'x-admin-token': token })
}

/** Signs in with the account of an admin user. @throws RequestError */
export async function signIn(
  given: { email: string; password: string } | ({ email: string; password: string } & FactorCode),
): Promise<void> {
  await beginAccount(await stranger.post('/login', given))
}

/** Signs in with a passkey that the admin chooses. @throws RequestError, or what the browser says */
export async function signInWithPasskey(): Promise<void> {
  const { signedBy } = await import('../../ui/factors/passkey.ts')
  const passkey = await signedBy(await stranger.post('/login/passkey/options'))
  await beginAccount(await stranger.post('/login/passkey', { passkey }))
}

const stranger = openClient({ base, headers: () => ({}) })

const beginAccount = ({ access_token }: schemas.AdminSession['data']) =>
  begin({ authorization: `Bearer ${access_token}` })

async function begin(headers: Headers): Promise<void> {
  const me = await openClient({ base, headers: () => headers }).get<Me>('/me')
  lastActiveAt = Date.now()
  signOutReason.value = undefined
  session.value = { headers, me }
}

export function signOut(why?: 'idle' | 'refused'): void {
  const ending = session.value
  session.value = undefined
  forgetProof()
  signOutReason.value = why
  // The service ends an account's session by itself later, if this request is lost.
  if (ending?.me.user && why !== 'refused')
    void openClient({ base, headers: () => ending.headers })
      .post('/logout')
      .catch(() => {})
}

/** Signs out after 15 minutes without activity, of which a device may have slept any part. Call once. */
export function watchIdleness(): void {
  const touch = () => {
    lastActiveAt = Date.now()
  }
  for (const kind of ['pointerdown', 'keydown', 'wheel']) addEventListener(kind, touch, { passive: true })
  setInterval(() => {
    if (session.value && Date.now() - lastActiveAt > idleMinutes * 60_000) signOut('idle')
  }, 10_000)
}
