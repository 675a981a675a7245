// Sign-up for a sandbox merchant account. Without a confirmation email we cannot hide that an email is in use. So the refusal
// says nothing else, costs as much as a sign-up, and every probe with a free email creates an account. The route limits sign-ups
// per address.
import { z } from 'zod'
import { accountEmailField, passwordField } from '../../accounts/credential-fields.ts'
import type { Passwords } from '../../accounts/passwords/password.ts'
import { refuseWeak } from '../../accounts/passwords/password-rules.ts'
import type { Tx } from '../../platform/database/database.ts'
import { check, publicNameText, reservedName } from '../../platform/http/body/body.ts'
import { sendFirstCode } from '../confirmations/confirmation-code.ts'
import { type Credentials, type Needs, registerMerchant } from '../identity/register.ts'
import { signUpPreferences } from '../identity/sales-channel.ts'
import type { ReservedNames } from '../users/reserved-name.ts'

export const signUpSchema = z.object({
  name: publicNameText(),
  email: accountEmailField,
  password: passwordField,
  ...signUpPreferences,
})

/** Creates the merchant and returns all its secrets, which are never shown again. @throws InvalidBody, Problem 400, 503. */
export async function signUp(
  needs: ReservedNames & Needs & { passwords: Passwords },
  body: unknown,
  address: string,
): Promise<Omit<Credentials, 'password'>> {
  const sent = check(signUpSchema, body, 'body')
  const { sells_by: sellsBy, time_zone: timeZone, checkout_attempts: checkoutAttempts, ...request } = sent
  // guard: reserved-name-of-merchant
  if (await needs.isReserved(needs.db, request.name)) throw reservedName(request.name)
  refuseWeak(request.password, [request.name, request.email])
  // An email that belongs to another account is taken like any other: it says nothing about who has accounts, and is not confirmed.
  const to = { environment: 'sandbox', channel: 'email', address: request.email } as const
  const confirmEmail = (sql: Tx, merchantId: bigint) => sendFirstCode(sql, needs, { ...to, merchantId })
  // guard: sign-up-hash-share
  const hash = (password: string) => needs.passwords.hash(password, { queue: 'other', address })
  const { password: _, ...credentials } = await registerMerchant(
    { ...needs, hash },
    { ...request, sellsBy, timeZone, checkoutAttempts, environment: 'sandbox', confirmEmail },
  )
  return credentials
}
