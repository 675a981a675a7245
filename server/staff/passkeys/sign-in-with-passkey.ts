// Signing in to the admin API with a passkey alone. The device has verified its user, so no password and no code is asked for.
import { z } from 'zod'
import type { Device } from '../../accounts/device.ts'
import { assertionSchema, requestOptions, usedPasskey } from '../../accounts/passkeys/verify.ts'
import { Problem } from '../../kernel/problem.ts'
import { statement } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { staffProblems as problems } from '../problems.ts'
import { type Account, accountColumns, beginSession, type SignInNeeds, signedIn } from '../sign-in.ts'

export const passkeySignInSchema = z.object({ passkey: assertionSchema })

const findAccount = statement<Account>(
  'find_admin_account_of_passkey',
  `select ${accountColumns} from passkey p join admin_user u on u.id = p.account_id
    where p.id = $1 and u.state = 'ACTIVE'`,
)

const signingIn = { kind: 'admin', purpose: 'sign-in' } as const

/** Options for the browser to sign in with any of its passkeys of this service. */
export function passkeySignInOptions(needs: SignInNeeds) {
  return requestOptions(needs, signingIn)
}

/** Issues an access token for a passkey. @throws InvalidBody, Problem 401 */
export async function signInWithPasskey(needs: SignInNeeds, body: unknown, device: Device) {
  const { passkey } = check(passkeySignInSchema, body, 'body')
  const used = await usedPasskey(needs, passkey, signingIn)
  // guard: staff-passkey-copy
  if (!used || used.isCopied) throw new Problem(problems.passkey_refused)
  const [account] = await needs.db.rows(findAccount, [used.key.id])
  if (!account) throw new Problem(problems.passkey_refused)
  const token = await needs.db.transaction(async (sql) => {
    const begun = await beginSession(sql, needs, { account, passwordHash: null, device })
    // The user's row is locked now, so that no session begins beside the passkey's removal and outlives it.
    const stillThere = await sql.rows(findAccount, [used.key.id])
    // guard: removed-staff-passkey
    if (stillThere.length === 0) throw new Problem(problems.passkey_refused)
    return begun
  })
  return signedIn(account, token)
}
