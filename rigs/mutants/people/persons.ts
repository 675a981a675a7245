// Mutants of who counts as one person, where two are needed, and of who may not decide about their own merchant.
import type { Change } from '../guards.ts'
import { type Mutant, without } from '../mutant.ts'

const ownTests = 'server/admin/decisions/conflict-of-interest.test.ts'
const reservedTests = 'server/composition/reserved-names.test.ts'
const twoPersonsTests = 'server/admin/users/two-persons.test.ts'

type Row = [change: Change, breaks: string, tests: string, title: string]

const rows: readonly Row[] = [
  [
    ['conflict-of-interest', 'remove'],
    'the owner of a merchant approves the refunds and payouts of this merchant as an admin',
    ownTests,
    'is refused POST refund-requests/:id/approve',
  ],
  [
    ['conflict-spelling', "replace(/[\\p{M}\\p{Cf}]/gu, '')", 'trim()'],
    'an admin favours their own merchant under an email with another accent',
    ownTests,
    'is refused under another spelling of the email',
  ],
  [
    ['conflict-confirmed-email', 'where u.email_confirmed_at is not null', ''],
    'a merchant stops an admin by typing their email',
    ownTests,
    'nor by an email that nobody confirmed',
  ],
  [
    ['acts-against-merchant', 'against: when', "...(when !== 'always' && { against: when })"],
    'an admin cannot suspend a merchant that has a user with their email',
    ownTests,
    'leaves a mark in the audit log',
  ],
  [
    ['own-rejection', "isStoredAgainst ? 'favours' : 'against'", "'against'"],
    'an admin rejects a debit of their own merchant',
    ownTests,
    'rejects a credit of the wallet',
  ],
  [
    ['approvals-against-merchant', "request ->> 'type' = 'debit'", "request ->> 'type' = 'none'"],
    'an admin rejects the requested debit of their own merchant',
    ownTests,
    'may approve balance_adjustment',
  ],
  [
    ['reserved-name', 'remove'],
    'a user of a merchant passes for one of our team',
    reservedTests,
    'accepts an invitation',
  ],
  [
    ['reserved-name-of-merchant', 'remove'],
    'a merchant signs up under the name of one of our team',
    reservedTests,
    'a merchant that signs up',
  ],
  [
    ['reserved-name-spelling', "words.toReversed().join('')", 'name'],
    'a name written together from its end passes for another',
    reservedTests,
    'accepts an invitation',
  ],
  [
    ['conflict-body', 'remove'],
    'an admin grants their own merchant the right to refund',
    ownTests,
    'may PUT',
  ],
  [
    ['conflict-domain', 'domainToASCII(domain) || domain', 'folded(domain)'],
    'a user with a domain that looks like ours keeps an admin from deciding about the merchant',
    ownTests,
    'only looks like theirs',
  ],
  [
    ['no-better-fees', '>= terms', '<= terms'],
    'an admin lowers the fees of their own merchant',
    ownTests,
    'may PUT',
  ],
  [
    ['no-better-mobile-rate', '=== null', '=== 0'],
    'an admin lowers the rate of mobile money of their own merchant to that of cards',
    ownTests,
    'may PUT',
  ],
  [
    ['no-better-right', '<= terms', '>= terms'],
    'an admin raises the limit below zero of their own merchant',
    ownTests,
    'may PUT',
  ],
  [
    ['own-merchant-mark', 'isOwnMerchant && ', 'undefined && '],
    'nobody sees that an admin decided against their own merchant',
    ownTests,
    'leaves a mark in the audit log',
  ],
  [
    ['batch-without-own-payouts', '!own.has(merchant_id)', 'merchant_id > 0n'],
    'an admin approves the payout of their own merchant in a batch',
    ownTests,
    'approves a batch without the payouts',
  ],
  [
    ['conflict-subjects', "of(payment, 'cs_payment_id', anything)", "of(payment, 'id', anything)"],
    'nobody sees that an admin refunds a payment of their own merchant',
    ownTests,
    'leaves a mark in the audit log',
  ],
  [
    ['conflict-at-once', 'user.n === n', 'user.n >= n'],
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
    ['second-admin-right', 'rightsOfAdmins(roles).has(right)', 'rightsOfAdmins(roles).size > 0'],
    'a refund waits for a colleague who may not decide on it',
    twoPersonsTests,
    'is a second admin',
  ],
]

export const persons: readonly Mutant[] = rows.map(([change, breaks, tests, title]) => ({
  ...without(`staff: ${change[0]}${change[0] === 'same-person' ? ' of users' : ''}`, change, breaks, tests),
  title,
}))
