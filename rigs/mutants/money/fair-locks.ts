// Mutants of locks that a stream of calls must not keep from whoever changes what they protect.
import { type Mutant, without } from '../mutant.ts'

const merchantLock = 'server/merchants/directory/merchant-lock.test.ts'
const removalLock = 'server/merchants/users/removal-lock.test.ts'

export const fairLocks: readonly Mutant[] = [
  without(
    'fair lock: suspension beside orders',
    ['merchant-lock-beside-orders', 'for no key update', 'for update'],
    'a stream of orders keeps an admin from suspending the merchant',
    merchantLock,
  ),
  without(
    'fair lock: go-live beside orders',
    ['go-live-beside-orders', 'for no key update', 'for update'],
    'a merchant that takes orders cannot file for go-live',
    merchantLock,
  ),
  without(
    'fair lock: go-live decided beside orders',
    ['go-live-decision-beside-orders', 'for no key update', 'for update'],
    'a go-live request is not decided while the merchant takes orders',
    merchantLock,
  ),
  without(
    'fair lock: suspension beside payouts',
    ['suspension-beside-payouts', 'for no key update', 'for share'],
    'a stream of payouts keeps an admin from suspending the merchant',
    'server/merchant-payouts/dispatch/suspension.test.ts',
  ),
  without(
    'fair lock: removal beside decisions',
    ['decision-beside-removal', 'for no key update', 'for share'],
    'a user who keeps deciding approvals cannot be removed',
    removalLock,
  ),
  without(
    'fair lock: removal beside invitations',
    ['inviting-owner', 'for no key update', 'for share'],
    'an owner who keeps inviting cannot be removed',
    removalLock,
  ),
  without(
    'fair lock: removal beside approvals',
    ['approver-lock', 'for no key update', 'for share'],
    'an admin user who keeps deciding approvals cannot be removed',
    'server/admin/approvals/approver-removed.test.ts',
  ),
  without(
    'fair lock: suspension beside sign-ins',
    ['suspension-beside-sign-ins', 'for no key update of m', 'for share of m'],
    'a stream of sign-ins keeps an admin from suspending the merchant',
    merchantLock,
  ),
]
