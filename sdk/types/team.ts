// Users of a merchant, invitations and sessions, field by field as in the API. Times are UTC without an offset.

export type MerchantRole = 'owner' | 'developer' | 'accountant' | 'cashier' | 'viewer'

export type MerchantUser = {
  user_id: string
  email: string
  name: string
  role: MerchantRole
  created_at: string
  last_sign_in_at: string | null
  /** Whether signing in takes more than the password. */
  second_factor: boolean
}

export type Invitation = {
  invitation_id: string
  email: string
  role: MerchantRole
  /** The email of the owner who made it. */
  invited_by: string
  created_at: string
  expires_at: string
}

/** `url` is the link for the invited person; it is shown only in this response. */
export type NewInvitation = Invitation & { url: string }

export type AcceptedInvitation = {
  email: string
  role: MerchantRole
  merchant_code: string
  merchant_name: string
}

/** `device` is the browser and its system, or the name of a program. */
export type UserSession = {
  session_id: string
  current: boolean
  address: string | null
  device: string | null
  signed_in_at: string
  last_used_at: string
  expires_at: string
}

/** A code of an authenticator app, or a recovery code. */
export type SecondFactorCode =
  | { totp: string; recovery_code?: never }
  | { recovery_code: string; totp?: never }

/** A user with a second factor gives a code of it; the password is enough for others. */
/** `confirms` of a refusal limits the token to that act. */
export type StepUpProof = ({ password: string } | SecondFactorCode) & {
  confirms?: Readonly<Record<string, string>>
}

/** Valid for five minutes, for the session that it was made with. */
export type StepUp = { step_up_token: string; expires_at: string }
