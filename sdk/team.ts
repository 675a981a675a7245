// The people of a merchant: users, invitations, and the sessions of the signed-in user.
import { type CallOptions, pathOf, type SendCall, type Sent } from './http/call.ts'
import type { Invitation, MerchantRole, MerchantUser, NewInvitation, UserSession } from './types/team.ts'

/** Owners only. Changes take the token of a step-up, which is valid for five minutes. */
export type Team = {
  users(options?: CallOptions): Promise<MerchantUser[]>
  /** A user whose role changes is signed out everywhere. @throws NotFoundError; ConflictError for the last owner. */
  changeUser(
    userId: string,
    change: { role?: MerchantRole; name?: string },
    stepUpToken: string,
    options?: CallOptions,
  ): Promise<MerchantUser>
  /** @throws NotFoundError; ConflictError for the last owner. */
  removeUser(userId: string, stepUpToken: string, options?: CallOptions): Promise<void>
  /** Removes the second factors of a user, who lost the phone. @throws NotFoundError; ConflictError without one. */
  resetFactors(userId: string, stepUpToken: string, options?: CallOptions): Promise<void>
  invitations(options?: CallOptions): Promise<Invitation[]>
  /** Returns the link, this once. @throws ConflictError for the email of a user. */
  invite(
    person: { email: string; role: MerchantRole },
    stepUpToken: string,
    options?: CallOptions,
  ): Promise<NewInvitation>
  /** @throws NotFoundError */
  revokeInvitation(invitationId: string, options?: CallOptions): Promise<void>
}

export type OwnSessions = {
  /** Newest first. */
  list(options?: CallOptions): Promise<UserSession[]>
  /** @throws NotFoundError */
  end(sessionId: string, options?: CallOptions): Promise<void>
  /** Ends all but this one. */
  endOthers(options?: CallOptions): Promise<void>
}

/** The header of a call that needs a step-up. */
export function proven(stepUpToken: string | undefined): Sent {
  return stepUpToken === undefined ? {} : { headers: { 'X-Step-Up-Token': stepUpToken } }
}

export function openTeam(send: SendCall): { team: Team; sessions: OwnSessions } {
  const list = async <Item>(path: string, options?: CallOptions) =>
    (await send<{ items: Item[] }>('GET', path, options)).items
  const remove = (path: string, options?: CallOptions, sent?: Sent) =>
    send<void>('DELETE', path, options, sent)
  return {
    team: {
      users: (options) => list('/users', options),
      changeUser: (id, body, token, options) =>
        send('POST', pathOf`/users/${id}`, options, { body, ...proven(token) }),
      removeUser: (id, token, options) => remove(pathOf`/users/${id}`, options, proven(token)),
      resetFactors: (id, token, options) =>
        send('POST', pathOf`/users/${id}/reset-factors`, options, proven(token)),
      invitations: (options) => list('/invitations', options),
      invite: (body, token, options) => send('POST', '/invitations', options, { body, ...proven(token) }),
      revokeInvitation: (id, options) => remove(pathOf`/invitations/${id}`, options),
    },
    sessions: {
      list: (options) => list('/sessions', options),
      end: (id, options) => remove(pathOf`/sessions/${id}`, options),
      endOthers: (options) => remove('/sessions', options),
    },
  }
}
