// Who is signed in. The token is in the memory of this page only; a reload asks the service for it again, which knows
// the browser by a cookie that scripts cannot read.
import { computed, signal } from '@preact/signals'
import { openClient, RequestError } from '../ui/client.ts'

export type Environment = 'sandbox' | 'production'

type Session = { token: string; merchantCode: string; environment: Environment }

/** `restoring` until the service has said whether this browser is signed in. */
const state = signal<Session | 'restoring' | 'none' | 'ended'>('restoring')

export const session = computed(() => (typeof state.value === 'string' ? undefined : state.value))
export const sessionState = computed(() => (typeof state.value === 'string' ? state.value : 'signed-in'))

type Answer = { access_token: string | null; merchant_code: string; environment: Environment }

const open = openClient({ base: '/api/v1/merchant/', headers: () => ({}) })

/** Everything a merchant may ask once signed in. */
export const api = openClient({
  base: '/api/v1/merchant/',
  headers: () => ({ authorization: `Bearer ${session.value?.token ?? ''}` }),
  refused(error) {
    if (error.status === 401 && session.value) state.value = 'ended'
  },
})

function enter({ access_token: token, merchant_code: merchantCode, environment }: Answer): void {
  state.value = token === null ? 'none' : { token, merchantCode, environment }
}

/** An admin may have let the merchant go live meanwhile. */
export function followEnvironment(environment: Environment): void {
  const now = session.value
  if (now && now.environment !== environment) state.value = { ...now, environment }
}

export async function restoreSession(): Promise<void> {
  try {
    enter(await open.get<Answer>('session'))
  } catch {
    state.value = 'none'
  }
}

/** @throws RequestError */
export async function signIn(email: string, password: string): Promise<void> {
  enter(await open.post<Answer>('session', { email, password }))
}

export async function signOut(): Promise<void> {
  try {
    await open.call('DELETE', 'session')
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
  }
  state.value = 'none'
}

/** What is shown once, when an account is made. */
export type NewAccount = {
  merchant_code: string
  merchant_secret: string
  api_key: string
  api_secret: string
  callback_secret: string
}

/** @throws RequestError */
export function signUp(name: string, email: string, password: string): Promise<NewAccount> {
  return open.post<NewAccount>('signup', { name, email, password })
}
