// Mutants of second factors: authenticator apps, recovery codes, passkeys, and what they protect.
import { type Mutant, without } from '../mutant.ts'

const typed = 'server/merchants/sign-in/authenticator-app.test.ts'
const kinds = 'server/accounts/kinds.test.ts'
const passkeys = 'server/merchants/sign-in/passkey.test.ts'

/** By guard: the code without it, what goes wrong then, the tests, and the titles of those that must notice. */
const guards: readonly [
  guard: string,
  change: readonly string[],
  breaks: string,
  file: string,
  title: string,
][] = [
  [
    'login-second-factor',
    ['byFactor ?', 'byFactor && false ?'],
    'any code signs in with the password',
    typed,
    'a code is accepted once',
  ],
  ['totp-code', ['window: tolerance', 'window: 9'], 'codes of minutes ago count', typed, 'codes of clocks'],
  [
    'totp-once',
    ['and (last_step < $2 or last_step > $4)', 'and $4::bigint > 0'],
    'a code that was overheard signs in',
    typed,
    'a code is accepted once',
  ],
  [
    'code-lock',
    ['judgeAttempt(needs, attempter, ', '((judge: () => Promise<Result>) => judge())('],
    'whoever has the password tries codes from many addresses',
    typed,
    'five wrong codes lock',
  ],
  [
    'attempt-counted',
    ['await sql.rows(countAttempt, [who, at, account, lockEnds])', '[{ locked_until: null }]'],
    'of many codes at once the right one is found',
    typed,
    'of hundreds of codes at once',
  ],
  [
    'recovery-code-once',
    ['array_remove(recovery_hashes, $2::bytea)', 'recovery_hashes'],
    'a recovery code works again and again',
    typed,
    'a recovery code replaces the app once',
  ],
  [
    'recovery-codes-renewed',
    ['recovery_hashes = $2::bytea[]', 'recovery_hashes = recovery_hashes || $2::bytea[]'],
    'lost recovery codes go on working',
    typed,
    'new recovery codes end',
  ],
  [
    'recovery-code-audit',
    ['remove'],
    'nobody can tell that a recovery code was used',
    typed,
    'the use of a recovery code',
  ],
  [
    'step-up-factor',
    ['remove'],
    'a stolen password changes the payout destinations',
    typed,
    'steps up with it, not with the password',
  ],
  ['rotation-step-up', ['remove'], 'a stolen session renews the keys', typed, 'keys rotate with a step-up'],
  [
    'go-live-step-up',
    ['remove'],
    'a stolen session requests to go live',
    'server/merchants/go-live.test.ts',
    'a session alone cannot',
  ],
  [
    'session-factor',
    ['t.by_factor or not u.has_second_factor', 'true'],
    'a session begun with a stolen password outlives the second factor',
    typed,
    'a session that began with the password alone',
  ],
  [
    'first-factor-sessions',
    ['remove'],
    'sessions of the password alone stay listed after the first factor',
    typed,
    'the first factor ends all other sessions',
  ],
  [
    'removed-factor-sessions',
    ['remove'],
    'sessions begun with a stolen factor outlive its removal',
    typed,
    'the removal of a factor ends',
  ],
  [
    'passkey-made-in-frame',
    ['|| isOfOtherFrame(response.response.clientDataJSON)', ''],
    'a page of another site registers a passkey from inside a frame',
    passkeys,
    'a passkey made in a frame of another site',
  ],
  [
    'passkey-used-in-frame',
    ['|| isOfOtherFrame(assertion.response.clientDataJSON)', ''],
    'a page of another site signs a user in from inside a frame',
    passkeys,
    'frame',
  ],
  ['factor-step-up', ['remove'], 'a stolen session removes the factors', typed, 'neither added nor removed'],
  ['factor-audit', ['remove'], 'nobody can tell who added a factor', typed, 'a change of factors is audited'],
  [
    'reset-factors-sessions',
    ['remove'],
    'whoever stole the phone stays signed in',
    typed,
    'an owner with a step-up resets',
  ],
  [
    'reset-factors-step-up',
    ['remove'],
    'a stolen session takes the factors of a colleague away',
    typed,
    'an owner with a step-up resets',
  ],
  [
    'admin-reset-merchant',
    ['m.merchant_code = $1', '$1::text is not null'],
    "the audit log names a merchant other than the user's",
    typed,
    'an admin resets the factors',
  ],
  [
    'challenge-once',
    [
      'delete from passkey_challenge where challenge_hash = $1 and kind = $2 and purpose = $3 and session_hash is not distinct from $4 and expires_at > $5 returning purpose',
      'select purpose from passkey_challenge where challenge_hash = $1 and kind = $2 and purpose = $3 and session_hash is not distinct from $4 and expires_at > $5',
    ],
    'a response that was overheard signs in again',
    passkeys,
    'a challenge is accepted once',
  ],
  [
    'passkey-user-verification',
    ['true', 'false'],
    'whoever finds an unlocked key signs in without its PIN',
    passkeys,
    'did not verify its user',
  ],
  [
    'passkey-counter',
    ['and (sign_count < $2 or (sign_count = 0 and $2 = 0))', ''],
    'a copied passkey is not noticed',
    passkeys,
    'counter falls back',
  ],
  ['passkey-copy', ['isCounted', 'true'], 'a copied passkey signs in', passkeys, 'counter falls back'],
  [
    'passkey-owner',
    ['account_id = $1', '$1::bigint is not null'],
    "a user removes another's passkey",
    passkeys,
    "another user's passkey",
  ],
  [
    'step-up-passkey-owner',
    ['key?.account_id !== owner.id', '!key'],
    'a thief steps up with a passkey of their own',
    passkeys,
    "another user's passkey",
  ],
  [
    'removed-passkey',
    ['remove'],
    'a session begins with a passkey while it is removed, and outlives it',
    passkeys,
    'a passkey that is removed while it signs in',
  ],
  [
    'factor-mark',
    ['exists (select from passkey where account_id = u.id)', 'false'],
    'a user with a passkey still signs in with the password alone',
    passkeys,
    'a passkey alone signs in',
  ],
]

export const factors: readonly Mutant[] = [
  ...guards.map(([guard, change, breaks, file, title]) => ({
    ...without(
      `second factor: ${guard.replaceAll('-', ' ')}`,
      [guard, ...change] as unknown as Parameters<typeof without>[1],
      breaks,
      file,
    ),
    title,
  })),
  {
    ...without(
      'step-up: by factor',
      ['step-up', 'p.by_factor or u.has_second_factor is false', 'true'],
      'a step-up by a stolen password outlives the second factor',
      typed,
    ),
    title: 'a step-up by password does not count',
  },
  {
    ...without(
      'accounts: passkeys of the other kind',
      ['passkey-kind', 'and a.kind = $2', 'and $2::text is not null'],
      'a passkey of a merchant user is used at the door of the admin users',
      kinds,
    ),
    title: 'a passkey is neither accepted nor counted',
  },
  {
    ...without(
      'accounts: challenges of the other kind',
      ['challenge-once', 'and kind = $2', 'and $2::text is not null'],
      'a challenge that was made for admin users signs a merchant user in',
      kinds,
    ),
    title: 'a passkey challenge is unknown',
  },
  {
    ...without(
      'accounts: sessions of the other kind',
      ['session-owner', 'a.kind = $1', '$1::text is not null'],
      'an admin signs the users of merchants out',
      kinds,
    ),
    title: 'neither sees nor ends the sessions',
  },
  {
    ...without(
      'accounts: step-ups of the other kind',
      ['step-up', 'and a.kind = $4', 'and $4::text is not null'],
      'a step-up of a merchant user serves an admin',
      kinds,
    ),
    title: 'the step-up of a session serves',
  },
]
