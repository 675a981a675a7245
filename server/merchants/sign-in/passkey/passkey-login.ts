// Signing in with a passkey alone. The device has verified its user, so no password and no code is asked for.
import { z } from 'zod'
import type { Device } from '../../../accounts/device.ts'
import { assertionSchema, requestOptions, usedPasskey } from '../../../accounts/passkeys/verify.ts'
import { Problem } from '../../../kernel/problem.ts'
import { statement } from '../../../platform/database/database.ts'
import { check } from '../../../platform/http/body/body.ts'
import { selfServiceProblems } from '../../problems.ts'
import { type Account, beginSession, type LoginNeeds, loginResponse } from '../login.ts'

export type PasskeyLoginNeeds = LoginNeeds & { baseUrl: string }

export const passkeyLoginSchema = z.object({ passkey: assertionSchema })

const findAccount = statement<Account>(
  'find_account_of_passkey',
  `select u.id, u.email, u.role, u.has_second_factor, m.id as merchant_id, m.merchant_code, m.environment, m.status,
          u.password_hash
     from passkey p join merchant_user u on u.id = p.account_id join merchant m on m.id = u.merchant_id
    where p.id = $1`,
)

const signingIn = { kind: 'merchant_user', purpose: 'sign-in' } as const

/** Options for the browser to sign in with any of its passkeys of this service. */
export async function passkeyLoginOptions(needs: PasskeyLoginNeeds) {
  return requestOptions(needs, signingIn)
}

/** Issues an access token for a passkey. @throws InvalidBody, Problem 401, 403 */
export async function logInWithPasskey(needs: PasskeyLoginNeeds, body: unknown, device: Device) {
  const { passkey } = check(passkeyLoginSchema, body, 'body')
  const used = await usedPasskey(needs, passkey, signingIn)
  if (!used || used.isCopied) throw new Problem(selfServiceProblems.passkey_refused)
  const [account] = await needs.db.rows(findAccount, [used.key.id])
  if (!account) throw new Problem(selfServiceProblems.passkey_refused)
  const session = await needs.db.transaction(async (sql) => {
    const begun = await beginSession(sql, needs, { account, passwordHash: null, byFactor: true, device })
    // The user's row is locked now, so that no session begins beside the passkey's removal and outlives it.
    // guard: removed-passkey
    const stillThere = await sql.rows(findAccount, [used.key.id])
    if (stillThere.length === 0) throw new Problem(selfServiceProblems.passkey_refused)
    return begun
  })
  return loginResponse(account, session?.token)
}
