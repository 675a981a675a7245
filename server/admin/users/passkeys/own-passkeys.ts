// The passkeys of the signed-in admin user, beside the authenticator app. Routes that change them need a step-up, so that whoever has
// found a session adds none.

import { addPasskey, listPasskeys, removePasskey } from '../../../accounts/passkeys/passkey.ts'
import { creationOptions, newPasskeySchema, verifiedPasskey } from '../../../accounts/passkeys/verify.ts'
import { endSessions } from '../../../accounts/sessions.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { check } from '../../../platform/http/body/body.ts'
import type { Admin } from '../../access.ts'
import { audit } from '../../audit.ts'
import { ownSession } from '../sessions.ts'
import type { SignInNeeds } from '../sign-in.ts'
import { type ProvenStaffCall, provenChange } from '../step-up/proven-change.ts'

/** @throws Problem 409 for a token, which has no user account */
export async function ownPasskeys({ db }: SignInNeeds, admin: Admin) {
  return { items: await listPasskeys(db, ownSession(admin).id) }
}

const registrarOf = (admin: Admin) => {
  const { tokenHash, ...user } = ownSession(admin)
  return { kind: 'admin', tokenHash, user } as const
}

/** Options for the browser to make a passkey. @throws Problem 409 for a token */
export const passkeyOptions = async (needs: SignInNeeds, admin: Admin) =>
  creationOptions(needs, registrarOf(admin))

/** Registers the passkey that the browser made. @throws InvalidBody, Problem 400, 403, 409 */
export async function registerOwnPasskey(needs: SignInNeeds, call: ProvenStaffCall, body: unknown) {
  const { name, passkey } = check(newPasskeySchema, body, 'body')
  const verified = await verifiedPasskey(needs, passkey, registrarOf(call.admin))
  return provenChange(needs, call, async (sql, { email }) => {
    const passkey_id = await addPasskey(sql, { ...verified, name }, needs.clock.now())
    auditPasskey(sql, needs, call, { action: 'staff.passkey_added', email, name })
    return { passkey_id, name }
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
