// The recovery codes of the signed-in admin user, for a lost phone.
import { recoveryCodesLeft, renewRecoveryCodes } from '../../../accounts/factors/recovery-codes.ts'
import type { Admin } from '../../access.ts'
import { audit } from '../../audit.ts'
import { ownSession } from '../sessions.ts'
import type { SignInNeeds } from '../sign-in.ts'
import { type ProvenStaffCall, provenChange } from '../step-up/proven-change.ts'

/** How many are left. @throws Problem 409 for a token, which has no user account */
export function ownRecoveryCodes({ db }: SignInNeeds, admin: Admin) {
  return recoveryCodesLeft(db, ownSession(admin).id)
}

/** Makes ten codes in place of the earlier ones. @throws Problem 403, 409 for a token */
export function renewOwnRecoveryCodes(needs: SignInNeeds, call: ProvenStaffCall) {
  return provenChange(needs, call, async (sql, { id, email }) => {
    const now = needs.clock.now()
    const action = 'staff.recovery_codes_renewed'
    // guard: staff-recovery-renewal
    audit(sql, needs.secrets, { admin: call.admin, action, subject: email, detail: {}, now })
    return { recovery_codes: await renewRecoveryCodes(sql, id, now) }
  })
}
