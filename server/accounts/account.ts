// Accounts: everybody who signs in has one, with the id of the user. What one kind of users holds never works for the other.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { text } from '../platform/http/body/body.ts'

export type AccountKind = 'merchant_user' | 'admin'

/** What is stored of a token or a challenge. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Not trimmed: spaces at either end belong to the password. */
export const passwordField = z.string().max(1024)
export const emailField = text({ min: 1, max: 254 }).toLowerCase()
/** An email that a new account may have. */
export const accountEmailField = emailField.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)
