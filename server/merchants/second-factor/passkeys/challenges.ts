// Challenges that passkeys sign. They are stored as hashes for all processes, live for five minutes, and end with the first response.
import { createHash } from 'node:crypto'
import { randomSecret } from '../../../kernel/id.ts'
import { type Sql, statement } from '../../../platform/database/database.ts'

const lifeMinutes = 5
const maxDeleted = 1_000

export type ChallengePurpose = 'sign-in' | 'register' | 'step-up'

/** What a challenge is for; `session` is the hash of the token of the session that asked for it, none when signing in. */
export type ChallengeUse = { purpose: ChallengePurpose; session?: Buffer }

const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

/** The challenges of one kind of users, in a table of their own: one that was made for the others is unknown. */
export function openChallenges(table: 'passkey_challenge' | 'admin_passkey_challenge') {
  const insert = statement(
    `insert_${table}`,
    `insert into ${table} (challenge_hash, purpose, session_hash, expires_at) values ($1, $2, $3, $4)`,
  )
  /** Deletes the challenge when its response is checked, so that nobody can send the same response again. */
  // guard: challenge-once
  const use = statement<{ purpose: string }>(
    `use_${table}`,
    `delete from ${table}
    where challenge_hash = $1 and purpose = $2 and session_hash is not distinct from $3 and expires_at > $4
   returning purpose`,
  )
  const forgetOld = statement<{ challenge_hash: Buffer }>(
    `forget_${table}s`,
    `delete from ${table} where challenge_hash in (
     select challenge_hash from ${table} where expires_at <= $1 limit ${maxDeleted})
   returning challenge_hash`,
  )
  return {
    /** Makes a challenge, as base64url. */
    async make(sql: Sql, { purpose, session }: ChallengeUse, now: Temporal.Instant): Promise<string> {
      const challenge = randomSecret()
      const endsAt = now.add({ minutes: lifeMinutes })
      await sql.rows(insert, [hashOf(challenge), purpose, session ?? null, endsAt])
      return challenge
    },

    /** Uses a challenge up; false if it is unknown, was used, has expired, or was made for something else. */
    async use(
      sql: Sql,
      challenge: string,
      { purpose, session }: ChallengeUse,
      now: Temporal.Instant,
    ): Promise<boolean> {
      return (await sql.rows(use, [hashOf(challenge), purpose, session ?? null, now])).length === 1
    },

    /** Deletes expired challenges; returns true when there may be more to delete. */
    async forget(sql: Sql, now: Temporal.Instant): Promise<boolean> {
      return (await sql.rows(forgetOld, [now])).length === maxDeleted
    },
  }
}
