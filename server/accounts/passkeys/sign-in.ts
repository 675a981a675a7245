// Signing in with a passkey alone. The device has verified its user, so no password and no code is asked for.
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import type { Database, Statement, Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import type { AccountKind } from '../account.ts'
import { accountProblems as problems } from '../problems.ts'
import { assertionSchema, type PasskeyNeeds, requestOptions, usedPasskey } from './verify.ts'

export const passkeySignInSchema = z.object({ passkey: assertionSchema })

/** Options for the browser to sign in with any of its passkeys of this service. */
export const passkeySignInOptions = (needs: PasskeyNeeds, kind: AccountKind) =>
  requestOptions(needs, { kind, purpose: 'sign-in' })

/** How one kind of users signs in: `find` returns the user of the passkey with the id $1 who may, `begin` begins the session. */
type SignIn<User, Begun> = {
  kind: AccountKind
  find: Statement<User>
  begin(sql: Tx, user: User): Promise<Begun>
}

/** Begins a session for a passkey. @throws InvalidBody, Problem 401 */
export async function signInWithPasskey<User, Begun>(
  needs: PasskeyNeeds & { db: Database },
  body: unknown,
  { kind, find, begin }: SignIn<User, Begun>,
): Promise<{ user: User; begun: Begun }> {
  const { passkey } = check(passkeySignInSchema, body, 'body')
  const key = await usedPasskey(needs, passkey, { kind, purpose: 'sign-in' })
  const [user] = key ? await needs.db.rows(find, [key.id]) : []
  if (!key || !user) throw new Problem(problems.passkey_refused)
  const begun = await needs.db.transaction(async (sql) => {
    const session = await begin(sql, user)
    // The user's row is locked now, so that no session begins beside the passkey's removal and outlives it.
    const stillThere = await sql.rows(find, [key.id])
    // guard: removed-passkey
    if (stillThere.length === 0) throw new Problem(problems.passkey_refused)
    return session
  })
  return { user, begun }
}
