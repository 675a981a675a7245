// Mutants of merchants' users: roles, invitations, sessions, and what each role sees.
import { type Mutant, without } from '../mutant.ts'

const userTests = 'server/merchants/users/users.test.ts'
const roleTests = 'server/composition/merchant-roles.test.ts'

const forgottenTests = 'server/merchants/sign-in/forgotten-password.test.ts'

export const users: readonly Mutant[] = [
  without(
    'password link: shown to owners only',
    ['shown-link-of-owners', 'remove'],
    'support takes over the account of a merchant where no email is sent',
    forgottenTests,
  ),
  without(
    'forgotten password: pause',
    ['reset-link-pause', 'l.created_at <= $5', '$5::timestamptz is not null'],
    'a stranger fills the mailbox of a user with links',
    forgottenTests,
  ),
  without(
    'forgotten password: earlier link',
    ['reset-link-pause', 'case when l.expires_at > $3 then l.token_hash end', 'null'],
    "a stranger ends a user's link by asking for another one",
    forgottenTests,
  ),
  without(
    'forgotten password: two links',
    ['reset-link-pause', 'and coalesce(l.earlier_expires_at <= $3, true)', ''],
    "a stranger ends a user's link by asking for two others",
    forgottenTests,
  ),
  without(
    'forgotten password: time',
    ['forgotten-password-time', 'pause(responseMs)', 'pause(0)'],
    'the time of the response tells who has an account',
    forgottenTests,
  ),
  without(
    'forgotten password: confirmed email',
    ['reset-link-of-owner', 'u.email_confirmed_at is not null', 'u.id > 0'],
    'a stranger has the owner of an email led into an account whose keys the stranger holds',
    forgottenTests,
  ),
  without(
    'password link: unseen by admins',
    ['password-link-unseen', 'mailed ? null : ', ''],
    'one admin takes over the account of a merchant, and has its money paid out',
    forgottenTests,
  ),
  without(
    'role of a user',
    ['merchant-role', '!isAllowed(', 'right === undefined && !isAllowed('],
    'a cashier changes the keys and the payout destinations',
    roleTests,
  ),
  without(
    'roles: the table',
    ['role-table', "roles: ['owner', 'cashier']", 'roles: everyone'],
    'a viewer makes payment links',
    roleTests,
  ),
  without(
    'roles: a route without one',
    ['routes-have-roles', 'remove'],
    'a route behind a bearer token names no right',
    roleTests,
  ),
  {
    ...without(
      'owners: lock',
      ['owners-lock', 'order by id for update', 'order by id'],
      'two owners take the role from each other, and nobody can manage the account',
      userTests,
    ),
    title: 'two owners who',
  },
  {
    ...without(
      'owners: still one',
      ['still-owner', '!owners.some(({ id }) => id === caller.id)', 'caller.id < 0n'],
      'an owner who lost the role still changes roles with a request in flight',
      userTests,
    ),
    title: 'while a request is in flight',
  },
  {
    ...without(
      'owners: the last one',
      ['last-owner', 'owners.length === 1', 'owners.length < 1'],
      'nobody can manage the account any more',
      userTests,
    ),
    title: 'the last owner can neither',
  },
  {
    ...without(
      'roles: sessions of the old role',
      ['role-change-sessions', 'remove'],
      'a page of the old role stays open',
      userTests,
    ),
    title: 'a user with another role',
  },
  {
    ...without(
      'invitations of a former owner',
      ['invitations-of-inviter', 'where invited_by = $1', 'where invited_by = $1 and false'],
      'a demoted owner comes back through an invitation of their own',
      userTests,
    ),
    title: 'nobody comes back',
  },
  {
    ...without(
      'users: audit',
      ['user-audit', 'remove'],
      'nobody can tell who gave whom which role',
      userTests,
    ),
    title: 'what a user does is recorded',
  },
  {
    ...without(
      'audit: user',
      ['audit-user', '...personOf(entry.admin)', ''],
      'the audit log names the merchant, not the person',
      userTests,
    ),
    title: 'what a user does is recorded',
  },
  {
    ...without(
      'invitation: step-up',
      ['invitation-step-up', 'remove'],
      'a stolen session makes an owner of its thief',
      userTests,
    ),
    title: 'require a step-up',
  },
  {
    ...without(
      'invitation: by an owner',
      ['inviting-owner', "and role = 'owner'", ''],
      'an owner who lost the role still invites with a request in flight',
      userTests,
    ),
    title: 'while a request is in flight',
  },
  {
    ...without(
      'invitation: its merchant',
      ['invitation-owner', 'merchant_id = $1', '$1::bigint is not null'],
      'a merchant revokes the invitations of another',
      userTests,
    ),
    title: "another merchant's users",
  },
  {
    ...without(
      'invitation: single use',
      [
        'invitation-use',
        'delete from invitation where token_hash = $1 and expires_at > $2 returning merchant_id, email, role',
        'select merchant_id, email, role from invitation where token_hash = $1 and expires_at > $2',
      ],
      'a used invitation stays open',
      userTests,
    ),
    title: 'an invitation works once',
  },
  {
    ...without(
      'session: its user',
      ['session-owner', 's.account_id = $3', '$3::bigint is not null'],
      'a colleague ends the sessions of an owner',
      userTests,
    ),
    title: "a colleague's session",
  },
  {
    ...without(
      'payment link: its maker',
      ['payment-link-maker', 'l.created_by = $4', '$4 > 0'],
      'a cashier reads and cancels the links of colleagues',
      userTests,
    ),
    title: 'a cashier sees',
  },
  {
    ...without(
      'payment links of a cashier',
      ['cashier-links', "user.role === 'cashier'", 'user.id < 0n'],
      'a cashier sees all payment links',
      userTests,
    ),
    title: 'a cashier sees',
  },
  {
    ...without(
      'own sales',
      ['seller-payments', 'k.created_by = $3', '$3::bigint is not null'],
      'a cashier sees what colleagues sold',
      userTests,
    ),
    title: 'a cashier sees',
  },
  {
    ...without(
      'own part sales',
      ['seller-payments', 's.user_id = $3', '$3::bigint is not null'],
      'a cashier sees the parts that colleagues took',
      'server/cards/payment-links/till/till-parts.test.ts',
    ),
    title: 'the day of a cashier',
  },
  {
    ...without(
      'overview: balance',
      ['overview-balance', "rights.includes('money')", 'rights.length > 0'],
      'a developer reads the balance of the wallet',
      'server/portal/overview/overview.test.ts',
    ),
    title: 'shows no balance',
  },
  {
    ...without(
      'deliveries: payouts',
      ['payout-in-delivery', 'remove'],
      'a developer reads the payouts in the webhooks that report them',
      'server/merchant-payouts/payouts/payout-decisions.test.ts',
    ),
    title: 'which a developer may not read',
  },
  {
    ...without(
      'reset of a factor: message',
      ['reset-factors-alert', 'remove'],
      'an admin takes a second factor away, and nobody hears of it',
      'server/merchant-payouts/destinations/restarted-destinations.test.ts',
    ),
    title: 'is reported to its user',
  },
  {
    ...without(
      'reset of a factor: destinations',
      ['reset-factors-destinations', 'remove'],
      'a thief who knows the password uses a destination that has waited',
      'server/merchant-payouts/destinations/restarted-destinations.test.ts',
    ),
    title: 'a destination that had waited',
  },
  {
    ...without(
      'reset of a password: destinations',
      ['password-reset-destinations', 'remove'],
      'a destination that a thief added is usable as soon as it is confirmed',
      'server/merchant-payouts/destinations/restarted-destinations.test.ts',
    ),
    title: 'a destination that had waited',
  },
  {
    ...without(
      'reset: open payouts',
      ['payouts-to-restarted', 'remove'],
      'an admin approves a payout to a destination that waits again',
      'server/merchant-payouts/destinations/restarted-destinations.test.ts',
    ),
    title: 'waits again is held',
  },
  {
    ...without(
      'reset: message about destinations',
      ['restarted-destinations-alert', 'remove'],
      'owners do not hear that their destinations wait again',
      'server/merchant-payouts/destinations/restarted-destinations.test.ts',
    ),
    title: 'a destination that had waited',
  },
  {
    ...without(
      'new password: role',
      ['new-password-role', 'remove'],
      'a cashier who changes the password stops the payouts of the merchant',
      'server/merchant-payouts/destinations/destination-step-ups.test.ts',
    ),
    title: 'after a new password',
  },
  without(
    'live keys of a go-live',
    ['go-live-keys', "hasRight(decision.admin, 'move_money')", "hasRight(decision.admin, 'merchants')"],
    'a compliance officer who approves a go-live can send the money of the merchant',
    'server/merchants/live-keys.test.ts',
  ),
  {
    ...without(
      'role change: destinations',
      ['role-change-destinations', 'remove'],
      'a former owner is paid a day after losing the role',
      'server/merchant-payouts/destinations/destination-step-ups.test.ts',
    ),
    title: 'when an owner is',
  },
  {
    ...without(
      'removal: destinations',
      ['removal-destinations', 'remove'],
      'a removed owner is paid a day after the removal',
      'server/merchant-payouts/destinations/destination-step-ups.test.ts',
    ),
    title: 'when an owner is',
  },
  {
    ...without(
      'new device: its user',
      ['new-device', 'where account_id = $1', 'where $1::bigint is not null'],
      'a sign-in from a device that a colleague uses is not reported',
      'server/merchants/alerts/alerts.test.ts',
    ),
    title: 'a new device of a user',
  },
  {
    ...without(
      'new device: to the user',
      ['user-alert', 'remove'],
      'the phone of the merchant gets the alerts of every user',
      'server/merchants/alerts/alerts.test.ts',
    ),
    title: 'a new device of a user',
  },
  without(
    'new password: message to its user',
    ['password-alert', 'remove'],
    'whoever uses a stolen link for a new password is not noticed',
    'server/merchants/sign-in/password-reset.test.ts',
  ),
  without(
    'password link: message to its user',
    ['password-link-alert', 'remove'],
    'an admin takes over an account unnoticed',
    'server/merchants/sign-in/password-reset.test.ts',
  ),
]
