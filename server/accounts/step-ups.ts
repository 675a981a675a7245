// Step-ups: short-lived proofs that whoever is signed in has just confirmed their identity again. Only hashes of their tokens are stored.
// Each is valid for five minutes and for the session that it was given in, and ends with it.
import { randomSecret } from '../kernel/id.ts'
import { Problem, type ProblemSpec } from '../kernel/problem.ts'
import { type ControlSql, controlStatement } from '../platform/database/database.ts'
import { optional } from '../platform/http/body/body.ts'
import { type ConfirmedAct, confirmedActSchema, digestOfAct } from '../platform/http/confirmed-act.ts'
import { type Clock, zonelessMicrosecond } from '../platform/time/clock.ts'
import { type AccountKind, hashOf } from './account.ts'
import { type CodeNeeds, type CodeOwner, codeFields, type TypedCode, withCode } from './factors/typed-code.ts'
import { type Attempter, judgeAttempt } from './login-lock.ts'
import {
  type Assertion,
  assertionSchema,
  type PasskeyNeeds,
  requestOptions,
  usedPasskey,
} from './passkeys/verify.ts'
import { accountProblems as problems } from './problems.ts'
import type { SessionToken } from './sessions.ts'

const lifeMinutes = 5

/** Only for a session that still exists. The lock waits for a change that ends it; without it the foreign key fails. */
// guard: step-up-session
const insert = controlStatement<{ token_hash: Buffer }>(
  'insert_step_up',
  `insert into step_up (token_hash, session_hash, expires_at, by_factor, confirms)
   select $1, token_hash, $3, $5, $6 from session where token_hash = $2 and expires_at > $4 for key share
   returning token_hash`,
)
/** One by password ends when a merchant's user adds a second factor. */
// guard: step-up
const find = controlStatement<{ signed_in_at: Temporal.Instant; confirms: Buffer | null }>(
  'find_step_up',
  `select s.created_at as signed_in_at, p.confirms
     from step_up p join session s on s.token_hash = p.session_hash join account a on a.id = s.account_id
     left join merchant_user u on u.id = a.id
    where p.token_hash = $1 and p.session_hash = $2 and p.expires_at > $3 and a.kind = $4
      and (p.by_factor or u.has_second_factor is false)`,
)
/** A step-up that confirms an act counts once. */
// guard: step-up-once
const use = controlStatement<{ token_hash: Buffer }>(
  'use_step_up',
  'delete from step_up where token_hash = $1 returning token_hash',
)

/**
 * Stores a step-up of the session, for one act if there is one; undefined if the session has ended. @returns its token, which is not
 * stored, and its expiry.
 */
export async function saveStepUp(
  sql: ControlSql,
  { tokenHash }: SessionToken,
  { now, byFactor, act }: { now: Temporal.Instant; byFactor: boolean; act?: ConfirmedAct | undefined },
): Promise<{ token: string; endsAt: Temporal.Instant } | undefined> {
  const token = randomSecret()
  const endsAt = now.add({ minutes: lifeMinutes })
  const values = [hashOf(token), tokenHash, endsAt, now, byFactor, act ? digestOfAct(act) : null]
  return (await sql.rows(insert, values)).length === 1 ? { token, endsAt } : undefined
}

/** Stores a step-up, and renders it. @throws Problem `ended` if the session has ended */
export async function issueStepUp(
  { db, clock }: { db: ControlSql; clock: Clock },
  session: SessionToken,
  { byFactor, act, ended }: { byFactor: boolean; act: ConfirmedAct | undefined; ended: ProblemSpec },
) {
  const made = await saveStepUp(db, session, { now: clock.now(), byFactor, act })
  if (!made) throw new Problem(ended)
  return { step_up_token: made.token, expires_at: zonelessMicrosecond(made.endsAt) }
}

/** The fields of a body that prove who is signed in by a second factor. @param path of the route of step-ups */
export const factorFields = (path: string) => ({
  ...codeFields,
  passkey: optional(assertionSchema).meta({
    description: `What the browser made of the options from \`POST ${path}/options\`.`,
  }),
  confirms: optional(confirmedActSchema),
})

/** A step-up that is valid now, with the digest of the act that it confirms. */
type FoundStepUp = { signedInAt: Temporal.Instant; confirms: Buffer | null }

/** The step-up of the session of one kind of users, if it is valid now. */
export async function findStepUp(
  sql: ControlSql,
  kind: AccountKind,
  { tokenHash }: SessionToken,
  { token, now }: { token: string; now: Temporal.Instant },
): Promise<FoundStepUp | undefined> {
  const [found] = await sql.rows(find, [hashOf(token), tokenHash, now, kind])
  return found && { signedInAt: found.signed_in_at, confirms: found.confirms }
}

/** Uses a step-up up. @returns false if it was used meanwhile. */
export async function consumeStepUp(sql: ControlSql, token: string): Promise<boolean> {
  return (await sql.rows(use, [hashOf(token)])).length === 1
}

/** The session that steps up, and whose it is. */
type Prover = SessionToken & { kind: AccountKind; owner: CodeOwner; attempter: Attempter }

const steppingUp = ({ kind, tokenHash: session }: Pick<Prover, 'kind' | 'tokenHash'>) =>
  ({ kind, purpose: 'step-up', session }) as const

/** @throws Problem 400 for a wrong passkey or code, 429 */
export async function proveByFactor(
  needs: CodeNeeds & PasskeyNeeds,
  prover: Prover,
  { passkey, ...code }: TypedCode & { passkey?: Assertion | undefined },
): Promise<void> {
  const { owner, attempter } = prover
  if (passkey) {
    const key = await usedPasskey(needs, passkey, steppingUp(prover))
    // guard: step-up-passkey-owner
    if (key?.account_id !== owner.id) throw new Problem(problems.passkey_wrong)
    return
  }
  // Wrong codes count at the address and for the account, as at sign-in.
  await judgeAttempt(needs, attempter, () =>
    withCode(needs, { owner, code, refusal: problems.code_wrong }, async () => {}),
  )
}

/** Options for the browser to sign a step-up with a passkey of the account. */
export const stepUpOptions = (
  needs: PasskeyNeeds,
  session: Pick<Prover, 'kind' | 'tokenHash'>,
  accountId: bigint,
) => requestOptions(needs, steppingUp(session), accountId)
