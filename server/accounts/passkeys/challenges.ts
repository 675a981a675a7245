// Challenges that passkeys sign. They are stored as hashes for all processes, live for five minutes, and end with the first response.
import { randomSecret } from '../../kernel/id.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { type AccountKind, hashOf } from '../account.ts'

const lifeMinutes = 5

/** Who is asked, and for what; `session` is the hash of the token of the session that asked, none when signing in. */
export type ChallengeUse = {
  kind: AccountKind
  purpose: 'sign-in' | 'register' | 'step-up'
  session?: Buffer
}

const insert = statement(
  'insert_passkey_challenge',
  `insert into passkey_challenge (challenge_hash, kind, purpose, session_hash, expires_at) values ($1, $2, $3, $4, $5)`,
)
/** Deletes the challenge when its response is checked, so that nobody can send the same response again. */
// guard: challenge-once
const use = statement<{ purpose: string }>(
  'use_passkey_challenge',
  `delete from passkey_challenge
    where challenge_hash = $1 and kind = $2 and purpose = $3 and session_hash is not distinct from $4 and expires_at > $5
   returning purpose`,
)

/** Makes a challenge, as base64url. */
export async function makeChallenge(
  sql: Sql,
  { kind, purpose, session }: ChallengeUse,
  now: Temporal.Instant,
): Promise<string> {
  const challenge = randomSecret()
  const endsAt = now.add({ minutes: lifeMinutes })
  await sql.rows(insert, [hashOf(challenge), kind, purpose, session ?? null, endsAt])
  return challenge
}

/** Uses a challenge up; false if it is unknown, was used, has expired, or was made for something or somebody else. */
export async function useChallenge(
  sql: Sql,
  challenge: string,
  { kind, purpose, session }: ChallengeUse,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await sql.rows(use, [hashOf(challenge), kind, purpose, session ?? null, now])).length === 1
}
