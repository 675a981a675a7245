// Signing in to the admin API with a passkey alone.

import type { Device } from '../../../accounts/device.ts'
import { signInWithPasskey } from '../../../accounts/passkeys/sign-in.ts'
import { statement } from '../../../platform/database/database.ts'
import { type Account, accountColumns, beginSession, type SignInNeeds, signedIn } from '../sign-in.ts'

const findAccount = statement<Account>(
  'find_admin_account_of_passkey',
  `select ${accountColumns} from passkey p join admin_user u on u.id = p.account_id
    where p.id = $1 and u.state = 'ACTIVE'`,
)

/** Issues an access token for a passkey. @throws InvalidBody, Problem 401 */
export async function signInStaffWithPasskey(needs: SignInNeeds, body: unknown, device: Device) {
  const { user, begun } = await signInWithPasskey(needs, body, {
    ...{ kind: 'admin', find: findAccount },
    begin: (sql, account) => beginSession(sql, needs, { account, passwordHash: null, device }),
  })
  return signedIn(user, begun)
}
