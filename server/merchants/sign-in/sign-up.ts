// A stranger becomes a sandbox merchant. That an email has an account already cannot be hidden without asking its owner,
// and the service sends no mail; so the refusal says no more than that, costs as much as a sign-up, and each try for
// a free email leaves an account behind. How often an address may try is limited where the route is made.
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import { check, text } from '../../platform/http/body/body.ts'
import type { Passwords } from '../identity/password.ts'
import { type Credentials, EmailInUse, type Needs, registerMerchant } from '../identity/register.ts'
import { selfServiceProblems } from '../problems.ts'
import { accountEmailField, passwordField, refuseWeak } from './login.ts'

export const signUpSchema = z.object({
  name: text({ min: 1, max: 200 }),
  email: accountEmailField,
  password: passwordField,
})

/** All of its secrets, which are shown this once. @throws InvalidBody, Problem 400, 409, 503. */
export async function signUp(
  needs: Needs & { passwords: Passwords },
  body: unknown,
): Promise<Omit<Credentials, 'password'>> {
  const request = check(signUpSchema, body, 'body')
  refuseWeak(request.password, [request.name, request.email])
  try {
    const { password: _, ...credentials } = await registerMerchant(
      { ...needs, hash: needs.passwords.hash },
      { ...request, environment: 'sandbox' },
    )
    return credentials
  } catch (error) {
    if (error instanceof EmailInUse) throw new Problem(selfServiceProblems.email_refused)
    throw error
  }
}
