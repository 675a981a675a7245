// Accepting a one-time link: an invited user chooses a password and sets up an authenticator app, without which nobody signs in; a user
// whose app was reset gives the password and sets up a new one, so that the link alone makes nobody a user. Called twice: first for the
// secret of the app, then with its first code.
import { z } from 'zod'
import { passwordField } from '../../accounts/account.ts'
import type { Device } from '../../accounts/device.ts'
import { beginTotp, confirmTotp, totpUri } from '../../accounts/factors/totp.ts'
import { codeFields } from '../../accounts/factors/typed-code.ts'
import { useLink } from '../../accounts/links.ts'
import { judgeAttempt, WrongSecret } from '../../accounts/login-lock.ts'
import { refuseWeak } from '../../accounts/password-rules.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, type Tx } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { deviceTime } from '../../platform/time/clock.ts'
import { adminOfSession } from '../access.ts'
import { audit } from '../audit.ts'
import { type LinkedUser, userOfLink } from './links.ts'
import { staffProblems as problems } from './problems.ts'
import { type SignInNeeds, staffAttempter } from './sign-in.ts'

export const acceptSchema = z.object({
  token: z.string().max(200),
  password: passwordField,
  totp: codeFields.totp,
})

const activate = controlStatement<{ id: bigint }>(
  'activate_admin_user',
  `update admin_user set state = 'ACTIVE', password_hash = $2 where id = $1 and state = 'INVITED' returning id`,
)

/**
 * Accepts a link: without a code, makes the secret of the app; with its first code, completes.
 * @throws InvalidBody, Problem 400 for a weak or wrong password or a wrong code, 404, 409, 429, 503
 */
export async function acceptLink(needs: SignInNeeds, body: unknown, device: Device) {
  const { db, secrets, clock } = needs
  const { token, password, totp } = check(acceptSchema, body, 'body')
  const user = await userOfLink(db, token, clock.now())
  const { email, name, role } = user
  await refuseWrongPassword(needs, user, password, device.address)
  if (totp === undefined) {
    const secret = await beginTotp(db, secrets, { accountId: user.id, now: clock.now() })
    if (secret === undefined) throw new Problem(problems.link_unusable)
    return { state: 'CODE_NEEDED' as const, email, name, role, secret, uri: totpUri(secret, email) }
  }
  await complete(needs, user, { token, password, totp, device })
  return { state: 'ACTIVE' as const, email, name, role }
}

/** An invited user chooses a password; a user whose app was reset proves to have theirs. @throws Problem 400, 429, 503 */
async function refuseWrongPassword(
  needs: SignInNeeds,
  user: LinkedUser,
  password: string,
  address: string,
): Promise<void> {
  if (user.password_hash === null) {
    return refuseWeak(password, [user.name, user.email])
  }
  const who = staffAttempter(needs.secrets, user.email, address)
  const hash = user.password_hash
  await judgeAttempt(needs, who, async () => {
    const { matches } = await needs.passwords.verify(hash, password, 'staff')
    // guard: reset-link-password
    if (!matches) throw new WrongSecret(problems.password_wrong)
  })
}

async function complete(
  needs: SignInNeeds,
  user: LinkedUser,
  { token, password, totp, device }: { token: string; password: string; totp: string; device: Device },
): Promise<void> {
  const { db, clock, secrets, passwords } = needs
  const isNew = user.password_hash === null
  const passwordHash = isNew ? await passwords.hash(password, 'staff') : undefined
  await db.transaction(async (sql) => {
    const now = clock.now()
    if ((await useLink(sql, 'admin', token, now)) !== user.id) throw new Problem(problems.link_unusable)
    const given = { accountId: user.id, code: totp, now: deviceTime(clock) }
    // guard: staff-first-code
    if ((await confirmTotp(sql, secrets, given)) !== 'confirmed') throw new Problem(problems.code_wrong)
    if (passwordHash !== undefined && (await sql.rows(activate, [user.id, passwordHash])).length === 0)
      throw new Problem(problems.link_unusable)
    auditAcceptance(sql, needs, user, { isNew, device, now })
  })
}

function auditAcceptance(
  sql: Tx,
  { access, secrets }: SignInNeeds,
  user: LinkedUser,
  { isNew, device, now }: { isNew: boolean; device: Device; now: Temporal.Instant },
): void {
  const { name, address, requestId } = device
  const admin = { ...adminOfSession({ ...user, device: name }, access), address, requestId }
  const action = isNew ? 'staff.joined' : 'staff.factor_added'
  audit(sql, secrets, { admin, action, subject: user.email, detail: {}, now })
}
