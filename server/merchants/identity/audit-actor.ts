// Merchants as the audit log names them, for what they do themselves.
import type { MerchantRole } from '../../kernel/roles/merchant-users.ts'

/** Where a request came from. */
export type RequestOrigin = { address: string; requestId: string }

/** Who acts: a merchant's server, or a signed-in user of the merchant. */
type Actor = { merchantCode: string; user?: { email: string; role: MerchantRole } }

/** No admin has such a name, since names of tokens have no colon. A user is named in the detail of each audit entry. */
export function merchantActor({ merchantCode, user }: Actor, { address, requestId }: RequestOrigin) {
  return {
    name: `merchant:${merchantCode}`,
    ...(user && { user: { email: user.email, role: user.role } }),
    ...{ address, requestId },
  }
}
