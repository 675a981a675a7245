// Who is signed in. The token is in the memory of this page only; a reload asks the service for it again, which knows
// the browser by a cookie that scripts cannot read.
import { computed, signal } from '@preact/signals'
import { forgetDrafts, stopStoringDrafts, storeDrafts } from '../../ui/forms/drafts.ts'
import { openClient, RequestError } from '../../ui/service/client.ts'
import { tab } from './tab.ts'

export type Environment = 'sandbox' | 'production'

type Session = { token: string; merchantCode: string; environment: Environment }

/** `restoring` until the service has said whether this browser is signed in; `silent` where it has not answered. */
const state = signal<Session | 'restoring' | 'silent' | 'none' | 'ended'>('restoring')

export const session = computed(() => (typeof state.value === 'string' ? undefined : state.value))
/** Set from the press on the way out until the service has ended the token; with why it has not yet. */
export const leaving = signal<{ error?: RequestError } | undefined>(undefined)
/** Why the service has not said whether this browser is signed in. */
export const silence = signal<RequestError | undefined>(undefined)
/** The merchant this tab was signed in as, where the browser has meanwhile become another's. */
export const formerMerchant = signal<string | undefined>(undefined)

export const sessionState = computed(() => (typeof state.value === 'string' ? state.value : 'signed-in'))

type SessionResponse = { access_token: string | null; merchant_code: string; environment: Environment }

const open = openClient({ base: '/api/v1/merchant/', headers: () => ({}) })

/** Everything a merchant may ask once signed in. */
export const api = openClient({
  base: '/api/v1/merchant/',
  headers: () => ({ authorization: `Bearer ${session.value?.token ?? ''}` }),
  refused(error) {
    if (error.status !== 401 || !session.value) return
    storeDrafts()
    state.value = 'ended'
  },
})

function enter({ access_token: token, merchant_code: merchantCode, environment }: SessionResponse): void {
  if (token === null) {
    state.value = 'none'
    return
  }
  stopStoringDrafts()
  if (tab.merchant() !== merchantCode) forgetDrafts()
  tab.belongsTo(merchantCode)
  state.value = { token, merchantCode, environment }
}

/** An admin may have let the merchant go live meanwhile. */
export function followEnvironment(environment: Environment): void {
  const now = session.value
  if (now && now.environment !== environment) state.value = { ...now, environment }
}

export async function restoreSession(): Promise<void> {
  state.value = 'restoring'
  try {
    const response = await open.get<SessionResponse>('session')
    const former = tab.merchant()
    enter(response)
    if (!session.value) return
    if (former !== undefined && former !== response.merchant_code) formerMerchant.value = former
    else if (tab.isLeaving()) await signOut()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    silence.value = error
    state.value = isSilent(error) ? 'silent' : 'none'
  }
}

const isSilent = ({ status }: RequestError) => status === 0 || status === 429 || status >= 500

/** @throws RequestError */
export async function signIn(email: string, password: string): Promise<void> {
  enter(await open.post<SessionResponse>('session', { email, password }))
  formerMerchant.value = undefined
}

/** Ends this tab's own token. Where the service does not answer, nobody is signed out: `leaving` says so, call it again. */
export async function signOut(): Promise<void> {
  if (!session.value) return
  leaving.value ??= {}
  tab.leave()
  try {
    await api.call('DELETE', 'session')
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    if (leaving.value) leaving.value = { error }
    return
  }
  tab.belongsTo(undefined)
  forgetDrafts()
  leaving.value = undefined
  formerMerchant.value = undefined
  state.value = 'none'
}

/** Whoever could not sign out goes on. */
export function stay(): void {
  tab.stay()
  leaving.value = undefined
}

/** Sets a new password with the token of a one-time link. @throws RequestError */
export async function setNewPassword(token: string, newPassword: string): Promise<void> {
  await open.post('password-reset', { token, new_password: newPassword })
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
