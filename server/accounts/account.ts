// Accounts: everybody who signs in has one, with the id of the user. What one kind of users holds never works for the other.
import { createHash } from 'node:crypto'

export type AccountKind = 'merchant_user' | 'admin'

/** What is stored of a token or a challenge. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
