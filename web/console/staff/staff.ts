// Admin users in the admin API: types and requests.
import type * as schemas from '../../api/schemas.generated.ts'
import { openClient } from '../../ui/service/client.ts'
import { api } from '../frame/session.ts'

export type StaffUser = schemas.ListedAdminUser
export type Role = StaffUser['role']
export type Invited = schemas.InvitedAdminUser['data']
export type Accepted = schemas.AcceptedAdminLink['data']
export type Session = schemas.StaffSession
export type Reset = schemas.AdminFactorReset['data']

const pathOf = ({ user_id }: Pick<StaffUser, 'user_id'>) => `/users/${encodeURIComponent(user_id)}`

export const listUsers = (signal: AbortSignal) => api.get<{ items: StaffUser[] }>('/users', {}, signal)
export const listSessions = (signal: AbortSignal) => api.get<{ items: Session[] }>('/sessions', {}, signal)

/** @throws RequestError */
export const inviteUser = (body: { email: string; name: string; role: Role; reason: string }) =>
  api.post<Invited>('/users', body)

/** @returns an approval that waits, where the deployment asks for one. @throws RequestError */
export const changeRole = (user: StaffUser, body: { role: Role; reason: string }) =>
  api.post<schemas.AdminUser | schemas.RequestedApproval>(pathOf(user), body)

/** @throws RequestError */
export const removeUser = (user: StaffUser, reason: string) =>
  api.call('DELETE', pathOf(user), { query: { reason } })

/** @throws RequestError */
export const resetFactor = (user: StaffUser, reason: string) =>
  api.post<Reset>(`${pathOf(user)}/reset-factors`, { reason })

/** @throws RequestError */
export const endSession = ({ session_id }: Session) =>
  api.call('DELETE', `/sessions/${encodeURIComponent(session_id)}`)

/** Accepts a one-time link; nobody is signed in. @throws RequestError */
export const acceptLink = (body: { token: string; password: string; totp?: string }) =>
  openClient({ base: '/api/v1/admin', headers: () => ({}) }).post<Accepted>('/users/accept', body)
