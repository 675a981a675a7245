// The email and password fields of requests.
import { z } from 'zod'
import { text } from '../platform/http/body/body.ts'

/** Not trimmed: spaces at either end belong to the password. */
export const passwordField = z.string().max(1024)
export const emailField = text({ min: 1, max: 254 }).toLowerCase()
/** An email that a new account may have. */
export const accountEmailField = emailField.regex(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)
