// Mutants of step-ups, passkeys and recovery codes of admin users, of what becomes of removed ones, and of what they see of documents.
import type { Change } from '../guards.ts'
import { type Mutant, without } from '../mutant.ts'

const signInTests = 'server/admin/users/staff-sign-in.test.ts'
const staffTests = 'server/admin/users/staff.test.ts'
const stepUpTests = 'server/admin/users/step-up.test.ts'
const recoveryTests = 'server/admin/users/recovery.test.ts'
const passkeyTests = 'server/admin/users/passkeys.test.ts'

type Row = [change: Change, breaks: string, tests: string, title: string]

const rows: readonly Row[] = [
  [
    ['admin-step-up', 'remove'],
    'whoever finds an open session invites an owner of their own',
    stepUpTests,
    'a stolen session is refused',
  ],
  [
    ['admin-confirmed-act', 'wanted ? confirmed?.equals(wanted) : !confirmed', 'true'],
    'a confirmation of one approval pays another',
    stepUpTests,
    'serves no other sum',
  ],
  [
    [
      'step-up',
      'and p.session_hash = $2 and p.expires_at > $3',
      'and $2::bytea is not null and $3::timestamptz is not null',
    ],
    'a step-up serves every session, for ever',
    stepUpTests,
    'for five minutes',
  ],
  [
    ['step-up-session', 'for key share', ''],
    'a step-up beside the end of its session fails with an internal error',
    stepUpTests,
    'a session that ends while it steps up',
  ],
  [
    ['step-up-revocation', 'where account_id = $1', 'where account_id = $1 and false'],
    'a step-up that was given before the password changed goes on',
    stepUpTests,
    'a new password ends the step-ups',
  ],
  [
    ['removed-passkey', 'remove'],
    'a session begins with a passkey while it is removed, and outlives it',
    passkeyTests,
    'removed while it signs in',
  ],
  [
    ['staff-passkey-lock', 'remove'],
    'a session that a reset ends leaves a passkey behind',
    passkeyTests,
    'ended while it registers',
  ],
  [
    ['staff-passkey-sessions', 'remove'],
    'whoever has the lost device stays signed in',
    passkeyTests,
    'a removal ends the other sessions',
  ],
  [
    ['staff-reset-passkeys', 'remove'],
    'the passkey on a lost phone signs in after the reset',
    passkeyTests,
    'whose factors were reset',
  ],
  [
    ['staff-reset-codes', 'remove'],
    'the codes of a removed colleague stay',
    recoveryTests,
    'end with a reset of the factors',
  ],
  [
    ['staff-recovery-renewal', 'remove'],
    'nobody can tell when recovery codes were made',
    recoveryTests,
    'new recovery codes',
  ],
  [
    ['staff-recovery-alert', 'remove'],
    'nobody notices that a stolen recovery code was used',
    recoveryTests,
    'the use of a recovery code',
  ],
  [
    ['staff-recovery-audit', 'remove'],
    'nobody can tell that a recovery code was used',
    recoveryTests,
    'the use of a recovery code',
  ],
  [
    ['staff-passkey-audit', 'remove'],
    'nobody can tell when a passkey was added or removed',
    passkeyTests,
    'a removal ends the other sessions',
  ],
  [
    ['used-code-uncounted', "'used'", "'wrong'"],
    'a form that is sent twice locks its user out',
    signInTests,
    'a form that is sent many times',
  ],
  [
    ['retention-removed-staff', "u.state = 'REMOVED' and", ''],
    'retention deletes the admins who work here',
    'server/admin/retention/retention.test.ts',
    'an admin user is deleted',
  ],
  [
    ['staff-removal-reason', 'reason !== undefined', 'false'],
    'nobody can tell why a colleague was removed',
    staffTests,
    'another role and a removal',
  ],
  [
    ['masked-document', "i < hidden ? '•' : character", 'character'],
    'support copies the numbers of identity documents',
    'server/remittance/holds/hold.test.ts',
    'sees of identity documents what it needs',
  ],
  [
    ['staff-device-alert', 'hash === undefined', 'hash !== undefined'],
    'whoever signs in with a stolen password is not noticed',
    'server/admin/users/mailed-links.test.ts',
    'a user is notified of a sign-in',
  ],
]

/** Each of these routes without its step-up. */
const routes = [
  ['payout-approval', 'a stolen session approves a payout', 'every route that makes a user'],
  ['limit-rules', 'a stolen session lifts every limit', 'every route that moves money'],
  ['refund', 'a stolen session refunds all', 'every route that moves money'],
] as const

export const staffFactors: readonly Mutant[] = [
  ...rows.map(([change, breaks, tests, title]) => ({
    ...without(`staff: ${change[0]}`, change, breaks, tests),
    title,
  })),
  ...routes.map(([act, breaks, title]) => ({
    ...without(
      `staff: step-up of ${act}`,
      [`step-up-of-${act}`, "'required'", "'harmless'"],
      breaks,
      stepUpTests,
    ),
    title,
  })),
]
