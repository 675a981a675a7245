// Challenges that passkeys sign. They are stored as hashes for all processes, live for five minutes, and end with the first response.
import { createHash } from 'node:crypto'
import { randomSecret } from '../../../kernel/id.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'

const lifeMinutes = 5
const mostDeleted = 1_000

export type ChallengePurpose = 'sign-in' | 'register' | 'step-up'

const insert = statement(
  'insert_passkey_challenge',
  'insert into passkey_challenge (challenge_hash, purpose, session_hash, expires_at) values ($1, $2, $3, $4)',
)
/** Deletes the challenge as it is answered, so that a response that was seen on its way cannot be sent again. */
// guard: challenge-once
const use = statement<{ purpose: string }>(
  'use_passkey_challenge',
  `delete from passkey_challenge
    where challenge_hash = $1 and purpose = $2 and session_hash is not distinct from $3 and expires_at > $4
   returning purpose`,
)
const forgetOld = statement<{ challenge_hash: Buffer }>(
  'forget_passkey_challenges',
  `delete from passkey_challenge where challenge_hash in (
     select challenge_hash from passkey_challenge where expires_at <= $1 limit ${mostDeleted})
   returning challenge_hash`,
)

/** What a challenge is for; `session` is the hash of the token of the session that asked for it, none when signing in. */
export type ChallengeUse = { purpose: ChallengePurpose; session?: Buffer }

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

/** Makes a challenge, as base64url. */
export async function newChallenge(
  sql: Sql,
  { purpose, session }: ChallengeUse,
  now: Temporal.Instant,
): Promise<string> {
  const challenge = randomSecret()
  const endsAt = now.add({ minutes: lifeMinutes })
  await sql.rows(insert, [hashOf(challenge), purpose, session ?? null, endsAt])
  return challenge
}

/** Uses a challenge up; false if it is unknown, was used, has expired, or was made for something else. */
export async function useChallenge(
  sql: Sql,
  challenge: string,
  { purpose, session }: ChallengeUse,
  now: Temporal.Instant,
): Promise<boolean> {
  return (await sql.rows(use, [hashOf(challenge), purpose, session ?? null, now])).length === 1
}

/** Deletes expired challenges; returns true when there may be more to delete. */
export async function forgetChallenges(sql: Sql, now: Temporal.Instant): Promise<boolean> {
  return (await sql.rows(forgetOld, [now])).length === mostDeleted
}
