// Mutants of who counts as one person, where two are needed, and of who may not decide about their own merchant.
import type { Change } from '../guards.ts'
import { type Mutant, without } from '../mutant.ts'

const ownTests = 'server/composition/roles/own-merchant.test.ts'
const twoPersonsTests = 'server/staff/two-persons.test.ts'

type Row = [change: Change, breaks: string, tests: string, title: string]

const rows: readonly Row[] = [
  [
    ['own-merchant', 'remove'],
    'the owner of a merchant approves the refunds and payouts of this merchant as an admin',
    ownTests,
    'is refused POST refund-requests/:id/approve',
  ],
  [
    ['own-merchant-spelling', "replace(/[\\p{M}\\p{Cf}]/gu, '')", 'trim()'],
    'an admin decides about their own merchant under a name with another accent',
    ownTests,
    'is refused under another spelling of the name',
  ],
  [
    ['own-merchant-routes', 'routes.map(', 'routes.slice(1).map('],
    'the owner of a merchant takes it to production as an admin',
    ownTests,
    'is listed once, with its merchant',
  ],
  [
    ['own-merchant-at-once', 'user.n === n', 'user.n >= n'],
    'an admin is refused what they may decide because another request names their own merchant',
    ownTests,
    'when requests about many arrive at the same time',
  ],
  [
    [
      'name-of-user',
      'ownerOf({ name }), ownerOf({ name: email })',
      'ownerOf({ name: email }), ownerOf({ name })',
    ],
    'a person approves with a new token what they requested as a user before',
    twoPersonsTests,
    'before a token',
  ],
  [
    ['staff-email-of-one-name', 'remove'],
    'a user who was removed returns under another name and approves their own request',
    twoPersonsTests,
    'only as the same person',
  ],
  [
    ['staff-name-once', 'remove'],
    'one person has two accounts under one name, and approves their own acts',
    twoPersonsTests,
    'under the name of another',
  ],
  [
    ['owner-of-user', 'aliases.find((alias) => tokens.some((known) => ownerOf(known) === alias)) ??', ''],
    'one person approves with a token what they requested as a user',
    twoPersonsTests,
    'a token whose owner',
  ],
  [
    ['same-person', 'admin.aliases?.includes(person) ||', ''],
    'a person approves what they requested before a token was named after them',
    twoPersonsTests,
    'before a token',
  ],
  [
    ['second-admin-users', '(await findUsers(sql))', '([] as Awaited<ReturnType<typeof findUsers>>)'],
    'nobody can decide where there is one token and many users',
    twoPersonsTests,
    'is a second admin',
  ],
  [
    ['second-admin-right', 'table.rightsOf(roles).has(right)', 'table.rightsOf(roles).size > 0'],
    'a refund waits for a colleague who may not decide on it',
    twoPersonsTests,
    'is a second admin',
  ],
]

export const persons: readonly Mutant[] = rows.map(([change, breaks, tests, title]) => ({
  ...without(`staff: ${change[0]}${change[0] === 'same-person' ? ' of users' : ''}`, change, breaks, tests),
  title,
}))
