// The passkeys of the signed-in admin user, beside the authenticator app. Routes that change them need a step-up, so that whoever has
// found a session adds none.

import { z } from 'zod'
import { addPasskey, listPasskeys, removePasskey } from '../../accounts/passkeys/passkey.ts'
import { attestationSchema, creationOptions, verifiedPasskey } from '../../accounts/passkeys/verify.ts'
import { endSessions } from '../../accounts/sessions.ts'
import type { Admin } from '../../admin/access.ts'
import { audit } from '../../admin/audit.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Tx } from '../../platform/database/database.ts'
import { check, text } from '../../platform/http/body/body.ts'
import { staffProblems as problems } from '../problems.ts'
import { ownSession } from '../sessions.ts'
import type { SignInNeeds } from '../sign-in.ts'
import { type ProvenStaffCall, provenChange } from '../step-up/proven-change.ts'

export const newPasskeySchema = z.object({ name: text({ min: 1, max: 60 }), passkey: attestationSchema })

/** @throws Problem 409 for a token, which has no user account */
export async function ownPasskeys({ db }: SignInNeeds, admin: Admin) {
  return { items: await listPasskeys(db, ownSession(admin).id) }
}

const registration = (session: Buffer) => ({ kind: 'admin', purpose: 'register', session }) as const

/** Options for the browser to make a passkey. @throws Problem 409 for a token */
export function passkeyOptions(needs: SignInNeeds, admin: Admin) {
  const { id, userId: key, email, name, tokenHash } = ownSession(admin)
  return creationOptions(needs, { id, key, email, name }, registration(tokenHash))
}

/** Registers the passkey that the browser made. @throws InvalidBody, Problem 400, 403, 409 */
export async function registerOwnPasskey(needs: SignInNeeds, call: ProvenStaffCall, body: unknown) {
  const { name, passkey } = check(newPasskeySchema, body, 'body')
  const { id: accountId, tokenHash } = ownSession(call.admin)
  const verified = await verifiedPasskey(needs, passkey, registration(tokenHash))
  if (!verified) throw new Problem(problems.passkey_wrong)
  return provenChange(needs, call, async (sql, { email }) => {
    const now = needs.clock.now()
    const made = await addPasskey(sql, { ...verified, accountId, name }, now)
    if (made === 'full') throw new Problem(problems.passkeys_full)
    if (made === 'known') throw new Problem(problems.passkey_known)
    auditPasskey(sql, needs, call, { action: 'staff.passkey_added', email, name })
    return { passkey_id: made.passkeyId, name }
  })
}

/** Removes a passkey, and ends the other sessions of the user. @throws Problem 403, 404, 409 for a token */
export async function removeOwnPasskey(
  needs: SignInNeeds,
  call: ProvenStaffCall,
  passkeyId: string,
): Promise<void> {
  await provenChange(needs, call, async (sql, { id, email, tokenHash }) => {
    const name = await removePasskey(sql, id, passkeyId)
    if (name === undefined) throw new Problem(problems.passkey_unknown)
    // guard: staff-passkey-sessions
    await endSessions(sql, id, tokenHash)
    auditPasskey(sql, needs, call, { action: 'staff.passkey_removed', email, name })
  })
}

function auditPasskey(
  sql: Tx,
  { secrets, clock }: SignInNeeds,
  { admin }: ProvenStaffCall,
  { action, email, name }: { action: string; email: string; name: string },
): void {
  // guard: staff-passkey-audit
  audit(sql, secrets, { admin, action, subject: email, detail: { name }, now: clock.now() })
}
