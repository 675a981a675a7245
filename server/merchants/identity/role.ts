// Roles of a merchant's users. What each may do is one table: server/composition/roles/merchant-roles.ts.
import type { Tx } from '../../platform/database/database.ts'

/** From the one with most rights. */
export const merchantRoles = ['owner', 'developer', 'accountant', 'cashier', 'viewer'] as const
export type MerchantRole = (typeof merchantRoles)[number]

/** Groups of routes. A role has whole groups, and the portal shows what belongs to those of its user. */
export const merchantRights = [
  'account',
  'team',
  'sell',
  'links',
  'payments',
  'refund',
  'money',
  'export',
  'payout',
  'approve',
  'destinations',
  'dispute',
  'integration',
  'keys',
  'money_keys',
  'sandbox',
  'settings',
  'configure',
] as const
export type MerchantRight = (typeof merchantRights)[number]

/** The table of roles, as the routes use it. */
export type MerchantRoles = {
  /** Whether users of the role may call the route. @throws Error if the table has no such route. */
  admits(role: MerchantRole, method: string, url: string): boolean
  /** Whether a suspended merchant may call the route: it reads, answers disputes, and its users keep their own accounts. */
  admitsSuspended(method: string, url: string): boolean
  rightsOf(role: MerchantRole): MerchantRight[]
  /** Holds the payouts to destinations of the merchant that have just stopped being active. */
  holdPayouts(sql: Tx, merchantId: bigint, now: Temporal.Instant): Promise<void>
}
