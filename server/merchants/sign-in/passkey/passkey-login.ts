// Signing in as a merchant's user with a passkey alone.

import type { Device } from '../../../accounts/device.ts'
import { signInWithPasskey } from '../../../accounts/passkeys/sign-in.ts'
import { statement } from '../../../platform/database/database.ts'
import { type Account, beginSession, type LoginNeeds, loginResponse } from '../login.ts'

export type PasskeyLoginNeeds = LoginNeeds & { baseUrl: string }

const findAccount = statement<Account>(
  'find_account_of_passkey',
  `select u.id, u.email, u.role, u.has_second_factor, m.id as merchant_id, m.merchant_code, m.environment, m.status,
          u.password_hash
     from passkey p join merchant_user u on u.id = p.account_id join merchant m on m.id = u.merchant_id
    where p.id = $1`,
)

/** Issues an access token for a passkey. @throws InvalidBody, Problem 401, 403 */
export async function logInWithPasskey(needs: PasskeyLoginNeeds, body: unknown, device: Device) {
  const { user, begun } = await signInWithPasskey(needs, body, {
    ...{ kind: 'merchant_user', find: findAccount },
    begin: (sql, account) =>
      beginSession(sql, needs, { account, passwordHash: null, byFactor: true, device }),
  })
  return loginResponse(user, begun?.token)
}
