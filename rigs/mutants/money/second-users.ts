// Mutants of merchants' own approvals: payouts and refunds that a second user approves.
import { type Mutant, without } from '../mutant.ts'

const tests = 'server/merchants/approvals.test.ts'
const cover = 'server/cards/refund-requests/refund-cover.test.ts'

export const secondUsers: readonly Mutant[] = [
  without(
    'second user: the rule',
    ['second-user-rule', 'measured < from', 'measured <= from'],
    'a payout of exactly the amount needs no second user',
    tests,
  ),
  without(
    'second user: parts of a day',
    ['payouts-of-one-user', 'coalesce(sum(p.amount_minor), 0)', '0'],
    'one user pays out a large sum in parts',
    tests,
  ),
  {
    ...without(
      'second user: not the same',
      ['second-user', 'remove'],
      'a user approves their own payout',
      tests,
    ),
    schema: 'alter table merchant_approval drop constraint merchant_approval_second_user',
  },
  without(
    'second user: still waiting',
    ['merchant-approval-open', "not in ('REQUESTED', 'WAITING')", "in ('NEVER')"],
    'a cancelled payout is shown as if it could be approved',
    tests,
  ),
  without(
    'second user: own merchant',
    ['own-merchant-approvals', 'a.merchant_id = $1 and', '$1::bigint is not null and'],
    "another merchant's user approves a payout",
    tests,
  ),
  without(
    'second user: before the admin, payouts',
    ['payout-second-user', 'remove'],
    'an admin sends a payout that no second user approved',
    tests,
  ),
  without(
    'second user: an admin rejects before',
    ['payout-second-user', "event === 'approved' && ", ''],
    'an admin cannot stop a payout that no second user has approved yet',
    tests,
  ),
  without(
    'second user: before the admin, refunds',
    ['refund-second-user', 'remove'],
    'an admin refunds what no second user approved',
    tests,
  ),
  without(
    'second user: and an admin, payouts',
    ['second-user-and-admin', 'remove'],
    "two users of a merchant replace the admin's approval",
    tests,
  ),
  without(
    'second user: and an admin, refunds',
    ['second-user-refund-right', 'remove'],
    'two users refund although their merchant may not',
    tests,
  ),
  without(
    'second user: refund below zero',
    ['second-user-refund-cover', 'remove'],
    'two users refund money that was paid out already',
    cover,
  ),
  without(
    'second user: exists',
    ['approval-rules-users', 'remove'],
    'a rule waits for a user who does not exist',
    tests,
  ),
  without(
    'second user: stays',
    ['last-approver', 'remove'],
    'the last second user is removed and nothing can be approved',
    tests,
  ),
  without(
    'second user: may approve',
    ['approver-role', "isAllowed(role, 'approve')", 'true'],
    'a rule waits for users who may not approve',
    tests,
  ),
  without(
    'second user: keeps the role',
    ['role-of-approver', 'remove'],
    'the last second user gets a role that cannot approve',
    tests,
  ),
  without(
    'second user: confirms payee and sum',
    ['merchant-approval-act', 'approvalOf(found)', 'undefined'],
    'a proof that was given for a change of settings approves a payout',
    tests,
  ),
]
