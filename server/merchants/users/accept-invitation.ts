// Accepting an invitation: whoever has the link chooses a name and a password, and becomes a user with the role that it gives.

import { hashOf } from '../../accounts/account.ts'
import { placeOfToken } from '../../accounts/links.ts'
import { refuseWeak } from '../../accounts/password-rules.ts'
import { audit } from '../../admin/audit.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { MerchantRole } from '../../kernel/merchant-roles.ts'
import { Problem } from '../../kernel/problem.ts'
import { controlStatement, isUniqueViolation, type Sql } from '../../platform/database/database.ts'
import { check } from '../../platform/http/body/body.ts'
import { merchantActor, type RequestOrigin } from '../identity/merchant.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { LoginNeeds } from '../sign-in/login.ts'
import { type ReservedNames, refuseReservedName } from './change-user.ts'
import { acceptanceSchema, openingSchema } from './users.ts'

type Invitation = {
  email: string
  role: MerchantRole
  merchant_id: bigint
  environment: Environment
  merchant_code: string
  merchant_name: string
}

const findInvitation = controlStatement<Invitation>(
  'find_invitation',
  `select i.email, i.role, m.id as merchant_id, m.environment, m.merchant_code, m.name as merchant_name
     from invitation i join shared.merchant m on m.id = i.merchant_id where i.token_hash = $1 and i.expires_at > $2`,
)
const findPlace = controlStatement<{ cell: number }>(
  'find_place_of_invitation',
  'select m.cell from invitation i join shared.merchant m on m.id = i.merchant_id where i.token_hash = $1',
)

/** The cell of the merchant that gave the invitation in the body. */
export const placeOfInvitation = placeOfToken(findPlace)

/** Deletes the invitation as it is used, so that the second of two requests with one token finds nothing. */
// guard: invitation-use
const useInvitation = controlStatement<{ email: string; role: MerchantRole }>(
  'use_invitation',
  `with used as (delete from invitation where token_hash = $1 and expires_at > $2 returning merchant_id, email, role, is_mailed)
   insert into merchant_user (merchant_id, email, name, password_hash, role, created_at, email_confirmed_at)
   select merchant_id, email, $3, $4, role, $2, case when is_mailed then $2::timestamptz end from used returning email, role`,
)

/**
 * Creates the user, who signs in as everybody else. Whoever accepts a link that was mailed reads the email, and has confirmed it.
 * @throws InvalidBody, Problem 400 for a weak password, 404 for a token that is unknown, used or expired, 409 if another user has
 * confirmed the email, 503
 */
export async function acceptInvitation(
  needs: LoginNeeds & ReservedNames,
  body: unknown,
  from: RequestOrigin,
) {
  const { db, clock, secrets, passwords } = needs
  const { token, name, password } = check(acceptanceSchema, body, 'body')
  const invitation = await openInvitation(db, token, clock.now())
  const { merchant_id: merchantId, environment } = invitation
  await refuseReservedName(needs, { merchantId, environment }, name)
  refuseWeak(password, [name, invitation.email, invitation.merchant_name])
  const passwordHash = await passwords.hash(password, {
    ...{ queue: 'session', merchantId, address: from.address },
  })
  const { merchant_code: merchantCode, merchant_name } = invitation
  try {
    const user = await db.transaction(async (sql) => {
      const now = clock.now()
      const [made] = await sql.rows(useInvitation, [hashOf(token), now, name, passwordHash])
      if (!made) throw new Problem(problems.invitation_unusable)
      const admin = merchantActor({ merchantCode, user: made }, from)
      const detail = { email: made.email }
      audit(sql, secrets, { admin, action: 'merchant_user.joined', subject: merchantCode, detail, now })
      return made
    })
    return { ...user, merchant_code: merchantCode, merchant_name }
  } catch (error) {
    const isTaken = ['merchant_user_confirmed_email', 'merchant_user_of_merchant'].some((index) =>
      isUniqueViolation(error, index),
    )
    if (isTaken) throw new Problem(problems.email_refused)
    throw error
  }
}

/** Who invites whom, for the person with the link. @throws InvalidBody, Problem 404 for a token that is unknown, used or expired */
export async function readInvitation({ db, clock }: Pick<LoginNeeds, 'db' | 'clock'>, body: unknown) {
  const { token } = check(openingSchema, body, 'body')
  const { merchant_name, email, role } = await openInvitation(db, token, clock.now())
  return { merchant_name, email, role }
}

async function openInvitation(sql: Sql, token: string, now: Temporal.Instant): Promise<Invitation> {
  const [found] = await sql.rows(findInvitation, [hashOf(token), now])
  if (!found) throw new Problem(problems.invitation_unusable)
  return found
}
