// The signed-in user of a merchant. The token is kept in the page's memory only. A reload asks the service for it again; the
// service recognises the browser by a cookie that scripts cannot read.
import { computed, signal } from '@preact/signals'
import type * as schemas from '../../api/schemas.generated.ts'
import type { FactorCode } from '../../ui/factors/codes/code-field.tsx'
import type { PasskeyOptions } from '../../ui/factors/passkey.ts'
import { forgetDrafts, stopStoringDrafts, storeDrafts } from '../../ui/forms/drafts.ts'
import { openClient, RequestError } from '../../ui/service/client.ts'
import { follow, type Preferences, type SalesChannel } from '../preferences.ts'
import { tab } from './tab.ts'

export type Environment = 'sandbox' | 'production'

export type User = schemas.SessionUser
/** A group of routes that users of some roles may call. */
export type Right = schemas.OpenedPortalSession['data']['rights'][number]

type Session = {
  token: string
  merchantCode: string
  environment: Environment
  user: User | undefined
  rights: ReadonlySet<Right> | undefined
  /** Whether the user looks at the sample of the merchant. */
  isSample: boolean
}

/** `restoring` until the service has said whether this browser is signed in; `unreachable` when it did not respond. */
const state = signal<Session | 'restoring' | 'unreachable' | 'none' | 'ended'>('restoring')

export const session = computed(() => (typeof state.value === 'string' ? undefined : state.value))
/** Set while signing out, until the service has revoked the token; with the error of the last failed attempt. */
export const leaving = signal<{ error?: RequestError } | undefined>(undefined)
/** Why the service did not say whether this browser is signed in. */
export const sessionError = signal<RequestError | undefined>(undefined)
/** The merchant that this tab was signed in as, if another merchant has since signed in to this browser. */
export const formerMerchant = signal<string | undefined>(undefined)

/** The shop's name, once it is known. */
export const shopName = signal('')

/** Whether the merchant has gone live and has a test profile beside, once that is known. */
export const hasModes = signal(false)

/** Whether the session works on the test profile of a merchant that has gone live. */
export const isInTestMode = (): boolean => hasModes.value && session.value?.environment === 'sandbox'

/** Whether the signed-in user may use a group of routes. Pages show only what the service would allow. */
export const may = (right: Right): boolean => session.value?.rights?.has(right) ?? true

export const sessionState = computed(() => (typeof state.value === 'string' ? state.value : 'signed-in'))

type SessionResponse = {
  access_token: string | null
  merchant_code: string
  environment: Environment
  user?: User
  rights?: Right[]
  sample?: boolean
  preferences?: Preferences
}

const open = openClient({ base: '/api/v1/merchant/', headers: () => ({}) })

/** The merchant API, called with the token of the signed-in merchant. */
export const api = openClient({
  base: '/api/v1/merchant/',
  headers: () => ({ authorization: `Bearer ${session.value?.token ?? ''}` }),
  refused(error) {
    if (error.status !== 401 || !session.value) return
    storeDrafts()
    state.value = 'ended'
  },
})

/** @throws RequestError where the preferences have to be loaded, and cannot be: no page shows times in the zone of this device */
async function enter(response: SessionResponse): Promise<void> {
  const { access_token: token, merchant_code: merchantCode, environment, user, rights } = response
  if (token === null) {
    state.value = 'none'
    return
  }
  const headers = { authorization: `Bearer ${token}` }
  follow(response.preferences ?? (await open.call<Preferences>('GET', 'preferences', { headers })))
  stopStoringDrafts()
  if (tab.merchant() !== merchantCode) forgetDrafts()
  tab.belongsTo(merchantCode)
  const isSample = response.sample ?? false
  state.value = { token, merchantCode, environment, user, rights: rights && new Set(rights), isSample }
}

/** Follows a change of environment: an admin may have approved the merchant's go-live in the meantime. */
export function followEnvironment(environment: Environment): void {
  const now = session.value
  if (now && now.environment !== environment) state.value = { ...now, environment }
}

export async function restoreSession(): Promise<void> {
  state.value = 'restoring'
  try {
    const response = await open.get<SessionResponse>('session')
    const former = tab.merchant()
    await enter(response)
    if (!session.value) return
    if (former !== undefined && former !== response.merchant_code) formerMerchant.value = former
    else if (tab.isLeaving()) await signOut()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    sessionError.value = error
    state.value = isUnreachable(error) ? 'unreachable' : 'none'
  }
}

const isUnreachable = ({ status }: RequestError) => status === 0 || status === 429 || status >= 500

/** A code of the second factor, as the API takes it. */

/** @throws RequestError */
export async function signIn(email: string, password: string, code?: FactorCode): Promise<void> {
  await enter(await open.post<SessionResponse>('session', { email, password, ...code }))
  formerMerchant.value = undefined
}

/** Signs in with a passkey that the user chooses. @throws RequestError, or what the browser says */
export async function signInWithPasskey(): Promise<void> {
  const { signedBy } = await import('../../ui/factors/passkey.ts')
  const passkey = await signedBy(await open.post<PasskeyOptions>('login/passkey/options'))
  await enter(await open.post<SessionResponse>('session/passkey', { passkey }))
  formerMerchant.value = undefined
}

/** Whether a second factor is asked of the signed-in user. */
export const hasSecondFactor = computed(() => session.value?.user?.second_factor ?? false)

/** Follows what the user has added or removed. */
export function recordSecondFactor(isOn: boolean): void {
  const now = session.value
  if (now?.user && now.user.second_factor !== isOn)
    state.value = { ...now, user: { ...now.user, second_factor: isOn } }
}

/** Revokes this tab's token. Without a response the merchant stays signed in, and `leaving` has the error: call again. */
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
  newAccount.value = undefined
  state.value = 'none'
}

/** Shows the sample of the merchant, or the merchant again, on the home page. @throws RequestError */
export async function viewSample(sample: boolean): Promise<void> {
  await api.post('sandbox/sample/view', { sample })
  leaveMerchant()
}

/** Loads the portal anew, without taking the change of merchant for a sign-in by somebody else. */
export function leaveMerchant(): void {
  tab.belongsTo(undefined)
  location.assign('/portal')
}

/** Stays signed in after a failed attempt to sign out. */
export function stay(): void {
  tab.stay()
  leaving.value = undefined
}

/** Accepts an invitation, and signs in. @throws RequestError */
export async function acceptInvitation(token: string, name: string, password: string): Promise<void> {
  const { email } = await open.post<{ email: string }>('invitations/accept', { token, name, password })
  await signIn(email, password)
}

/** Who invites whom. @throws RequestError */
export function readInvitation(token: string): Promise<schemas.OpenedInvitation['data']> {
  return open.post('invitations/open', { token })
}

/** Sets a new password with the token of a one-time link. @throws RequestError */
export async function setNewPassword(token: string, newPassword: string): Promise<void> {
  await open.post('password-reset', { token, new_password: newPassword })
}

/** Has a link for a new password sent to the user with this email, if there is one. @throws RequestError */
export async function requestPasswordLink(email: string): Promise<void> {
  await open.post('forgotten-password', { email })
}

/** The credentials of a new account, which are shown only once. */
export type NewAccount = {
  merchant_code: string
  merchant_secret: string
  api_key: string
  api_secret: string
  callback_secret: string
}

export type SignUpRequest = {
  name: string
  email: string
  password: string
  sells_by: SalesChannel
  time_zone: string
}

/** The keys of the account made in this tab, in its memory only, until the merchant has stored them. */
export const newAccount = signal<NewAccount | undefined>(undefined)

/** @throws RequestError */
export async function signUp(request: SignUpRequest): Promise<void> {
  newAccount.value = await open.post<NewAccount>('signup', request)
}
