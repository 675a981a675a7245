// Whoever is signed in confirms their identity by a second factor: a passkey, or a code of the authenticator app or a recovery code.
import { Problem } from '../kernel/problem.ts'
import type { AccountKind } from './account.ts'
import type { TypedCode } from './factors/typed-code.ts'
import { type CodeNeeds, type CodeOwner, withCode } from './factors/use-code.ts'
import { type Attempter, judgeAttempt } from './login-lock.ts'
import { type Assertion, type PasskeyNeeds, requestOptions, usedPasskey } from './passkeys/verify.ts'
import { accountProblems as problems } from './problems.ts'
import type { SessionToken } from './sessions.ts'

/** The session that steps up, and whose it is. */
export type Prover = SessionToken & { kind: AccountKind; owner: CodeOwner; attempter: Attempter }

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
