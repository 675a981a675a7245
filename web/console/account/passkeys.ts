// The passkeys, the recovery codes and the password of the signed-in admin in the admin API.
import type * as schemas from '../../api/schemas.generated.ts'
import { api } from '../frame/session.ts'

export const listPasskeys = (signal: AbortSignal) =>
  api.get<schemas.AdminPasskeys['data']>('/passkeys', {}, signal)

/** @throws RequestError */
export const passkeyOptions = () => api.post<schemas.PasskeyCreationOptions['data']>('/passkeys/options')

/** @throws RequestError */
export const addPasskey = (made: { name: string; passkey: object }) => api.post('/passkeys', made)

/** @throws RequestError */
export const removePasskey = ({ passkey_id }: schemas.Passkey) =>
  api.call('DELETE', `/passkeys/${encodeURIComponent(passkey_id)}`)

/** @throws RequestError */
export const changePassword = (passwords: { current_password: string; new_password: string }) =>
  api.post('/change-password', passwords)

export const countRecoveryCodes = (signal: AbortSignal) =>
  api.get<schemas.AdminRecoveryCodes['data']>('/recovery-codes', {}, signal)

/** @throws RequestError */
export const renewRecoveryCodes = () => api.post<schemas.RecoveryCodes['data']>('/recovery-codes')
