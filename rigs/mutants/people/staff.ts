// Mutants of admin users: roles, invitations, second factors and sessions.
import type { Change } from '../guards.ts'
import { type Mutant, without } from '../mutant.ts'

const signInTests = 'server/admin/users/staff-sign-in.test.ts'
const staffTests = 'server/admin/users/staff.test.ts'
const twoPersonsTests = 'server/admin/users/two-persons.test.ts'
const stuckTests = 'server/admin/monitoring/stuck-money.test.ts'
const roleTests = 'server/composition/admin-roles.test.ts'
const settingTests = 'server/config/settings.test.ts'

type Row = [change: Change, breaks: string, tests: string, title: string]

const mailedTests = 'server/admin/users/mailed-links.test.ts'

const removedTests = 'server/admin/approvals/approver-removed.test.ts'

const rows: readonly Row[] = [
  [
    ['approver-still-there', 'remove'],
    'an approval is executed although its approver was removed while it waited',
    removedTests,
    'an approver who is removed while',
  ],
  [
    ['approver-lock', ' for no key update', ''],
    'an approval is executed beside the removal of its approver',
    removedTests,
    'waits for a removal',
  ],
  [
    ['detail-without-compliance', 'screening: null,', ''],
    'support reads what a transfer matched, and tells the partner',
    'server/remittance/holds/hold.test.ts',
    'the role support reads a held transfer',
  ],
  [
    ['approved-staff-link', "and encode(token_hash, 'hex') = $3", "and $3 <> ''"],
    'an admin approves the request of another and accepts with a link of their own',
    twoPersonsTests,
    'not of a later one',
  ],
  [
    ['staff-link-unseen', 'mailed ? null : ', ''],
    'an admin accepts an invitation in the name of somebody else, and approves their own acts',
    mailedTests,
    'reach the user and no admin',
  ],
  [
    ['staff-roles-in-production', "settings.production ? ({ roles: 'all' } as const) : {}", '{}'],
    'an admin makes a second person alone, and approves their own acts as that one',
    mailedTests,
    'waits for a second admin',
  ],
  [
    ['admin-role', '!hasRight(admin, right)', '!hasRight(admin, right) && false'],
    'support pays money out',
    roleTests,
    'may call what docs',
  ],
  [
    ['admin-role-table', "roles: ['owner', 'operator', 'support']", 'roles: everyone'],
    'finance resends webhooks',
    roleTests,
    'may call what docs',
  ],
  [
    ['admin-routes-are-guarded', 'remove'],
    'an admin route is registered without its guard',
    roleTests,
    'behind the admin guard names its right',
  ],
  [
    [
      'token-roles',
      'roles && rightsOfAdmins(roles)',
      'undefined as ReturnType<typeof rightsOfAdmins> | undefined',
    ],
    'a token for monitoring moves money',
    roleTests,
    'the token',
  ],
  [
    [
      'token-role-names',
      'ADMIN_TOKENS.some((token) => token.name === name)',
      'ADMIN_TOKENS.some((token) => token.name !== "")',
    ],
    'a misspelled name leaves a token every right',
    settingTests,
    'ADMIN_TOKEN_ROLES',
  ],
  [
    ['readable-approvals', 'hasRight(admin, actionRights[action])', 'hasRight(admin, "read")'],
    'support reads who is to become an owner',
    twoPersonsTests,
    'approvals that a role may not decide',
  ],
  [
    [
      'readable-approval',
      '!row || !(actions.includes(row.action) || owners.includes(row.requested_owner))',
      '!row',
    ],
    'support opens an approval of another role by its id',
    twoPersonsTests,
    'approvals that a role may not decide',
  ],
  [
    ['readable-pending', "${isReadable('$4', '$5')}", '($4::text[] is not null or $5::text[] is not null)'],
    'support sees on a payment the refund that waits for others',
    twoPersonsTests,
    'show what waits for them only to who may read',
  ],
  [
    ['readable-stuck-money', 'hasRight(admin, readRights[kind])', "kind !== 'hold'"],
    'support reads the payouts whose money waits',
    stuckTests,
    'support sees only the stuck money',
  ],
  [
    ['stuck-once', 'e.id < x.id', 'e.id > x.id and false'],
    'money with two exceptions is counted twice',
    stuckTests,
    'each kind of stuck money is listed once',
  ],
  [
    ['readable-kinds', '= any($1::text[])', '<> all($1::text[]) or true'],
    'support reads the payouts that wait',
    twoPersonsTests,
    'queues that a role may not read',
  ],
  [
    [
      'approval-right',
      '!hasRight(admin, actionRights[action])',
      'hasRight(admin, actionRights[action]) && false',
    ],
    'a compliance officer approves refunds',
    twoPersonsTests,
    'a refund by the role support',
  ],
  [
    ['refund-approval', 'isAlone &&', ''],
    'support refunds alone',
    twoPersonsTests,
    'a refund by the role support',
  ],
  [
    [
      'staff-role-approval',
      "needsApproval(needs.approvals.rules, 'staff_role')",
      "needsApproval({}, 'staff_role')",
    ],
    'an owner makes an accomplice an owner',
    twoPersonsTests,
    'another role waits',
  ],
  [
    ['staff-link-approval', 'remove'],
    'an owner invites a second self to approve their own acts',
    twoPersonsTests,
    'an invitation works once',
  ],
  [
    ['staff-changed-since', 'user.role !== (isNew ? role : former_role)', "user.role === ('' as never)"],
    'an approved invitation gives a role that nobody approved',
    twoPersonsTests,
    'changed since',
  ],
  [
    ['session-revocation', 'where account_id = $1 and', 'where account_id = $1 and false and'],
    'a removed colleague stays signed in',
    staffTests,
    'another role and a removal',
  ],
  [
    ['staff-role-sessions', 'remove'],
    'a page of the old role stays open',
    staffTests,
    'another role and a removal',
  ],
  [
    ['staff-reset-sessions', 'remove'],
    'whoever found the phone stays signed in',
    staffTests,
    'the user signs in again only',
  ],
  [
    [
      'session-owner',
      '($3::bigint is null or s.account_id = $3)',
      '($3::bigint is null or s.account_id is not null)',
    ],
    'support ends the sessions of owners',
    signInTests,
    'users see and end',
  ],
  [
    ['good-link', 'token_hash = $1 and expires_at > $2', 'token_hash = $1 and $2::timestamptz is not null'],
    'a link that was lost months ago makes an admin',
    staffTests,
    'a link works once',
  ],
  [
    ['staff-factor-required', '!account.has_factor', 'account.has_factor === undefined'],
    'a user whose app was reset does not learn that a link is needed',
    staffTests,
    'the user signs in again only',
  ],
  [
    [
      'typed-code',
      'await acceptCode(sql, secrets, given)',
      "code.totp === '' ? ('wrong' as const) : { kind: 'totp' as const, left: 0 }",
    ],
    'a stolen password opens the admin API',
    signInTests,
    'a code is accepted once',
  ],
  [
    ['code-lock', 'judgeAttempt(needs, attempter, ', '((judge: () => Promise<Result>) => judge())('],
    'codes are guessed from many addresses',
    signInTests,
    'wrong codes lock the user',
  ],
  [
    [
      'staff-lock-apart',
      "attempterOf(secrets, email, address, 'staff')",
      'attempterOf(secrets, `admin ${email}`, address)',
    ],
    'wrong sign-ins of a merchant lock an admin user',
    signInTests,
    'wrong sign-ins of a merchant',
  ],
  [
    ['staff-sign-in-audit', 'remove'],
    'nobody can tell who was signed in',
    signInTests,
    'a sign-in is recorded',
  ],
  [
    ['staff-first-code', 'remove'],
    'a user is made without a second factor',
    staffTests,
    'a wrong first code',
  ],
  [
    ['reset-link-password', 'remove'],
    'an owner resets a colleague and signs in as them',
    staffTests,
    'the user signs in again only',
  ],
  [
    ['own-staff-factor', 'remove'],
    'a stolen session sets up a factor of its own',
    staffTests,
    'nobody resets their own',
  ],
  [
    ['last-staff-owner', 'owners.length === 1', 'owners.length < 1'],
    'nobody can manage the admin users',
    staffTests,
    'the last owner stays',
  ],
  [
    ['staff-owners-lock', 'order by id for update', 'order by id'],
    'two owners demote each other and none is left',
    staffTests,
    'the last owner stays',
  ],
  [
    ['staff-audit', 'remove'],
    'nobody can tell who gave whom a role',
    staffTests,
    'another role and a removal',
  ],
  [
    ['current-password', 'remove'],
    'whoever finds an open page takes the account over',
    signInTests,
    'changing the password',
  ],
  [
    ['password-sessions', 'remove'],
    'a thief stays signed in after the password was changed',
    signInTests,
    'changing the password',
  ],
]

export const staff: readonly Mutant[] = rows.map(([change, breaks, tests, title]) => ({
  ...without(
    `staff: ${change[0]}${change[0] === 'refund-approval' ? ' of users' : ''}`,
    change,
    breaks,
    tests,
  ),
  title,
}))
