// Merchants who are signed in to the portal. A real sign-in would verify a password hash, which takes real time.
import { createHash } from 'node:crypto'
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import { type ConfirmedAct, digestOfAct } from '../../../server/platform/http/confirmed-act.ts'

type Merchant = Pick<Credentials, 'merchant_code'>

const tokenOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** The portal token of a merchant, once `insertPortalTokens` has run. */
export const portalTokenOf = ({ merchant_code }: Merchant): string => tokenOf(merchant_code)

/** How long each further sign-in lasts. */
const signInMs = 6 * 3_600_000
/** About two months of them. */
const maxSignIns = 250

export type SignIn = { token: string; stepUpToken: string }

/** The sign-in of this time, which has confirmed its password. It began up to six hours ago. @param now in milliseconds. */
export function signInAt({ merchant_code }: Merchant, now: number): SignIn {
  const name = `${merchant_code} ${Math.floor(now / signInMs)}`
  return { token: tokenOf(name), stepUpToken: tokenOf(`${name} proof`) }
}

/** A step-up of this sign-in for one act alone, as the refusal of the act names it. @returns its token. */
export async function confirmAct(
  rows: (text: string, values: unknown[]) => Promise<unknown>,
  { stepUpToken }: SignIn,
  act: ConfirmedAct,
): Promise<string> {
  const digest = digestOfAct(act)
  const token = tokenOf(`${stepUpToken} ${digest.toString('base64url')}`)
  await rows(
    `insert into step_up (token_hash, session_hash, expires_at, confirms)
     select sha256(convert_to($1, 'UTF8')), session_hash, expires_at, $3
       from step_up where token_hash = sha256(convert_to($2, 'UTF8')) on conflict do nothing`,
    [token, stepUpToken, digest],
  )
  return token
}

/** Stores the portal tokens of these merchants, for longer than any rig runs. */
export async function insertPortalTokens(
  rows: (text: string, values: unknown[]) => Promise<unknown>,
  merchants: readonly Credentials[],
): Promise<void> {
  for (const merchant of merchants) {
    const { merchant_code } = merchant
    await rows(
      `insert into session (token_hash, account_id, created_at, last_seen_at, expires_at, address)
       select sha256(convert_to($1, 'UTF8')), u.id, m.created_at, m.created_at, m.created_at + interval '1 year', '127.0.0.1'
         from merchant m join merchant_user u on u.merchant_id = m.id and u.email = m.email where m.merchant_code = $2`,
      [portalTokenOf(merchant), merchant_code],
    )
    const [registered] = (await rows(
      'select extract(epoch from created_at)::float8 * 1000 as ms from merchant where merchant_code = $1',
      [merchant_code],
    )) as { ms: number }[]
    const first = Math.floor(registered!.ms / signInMs)
    const signIns = Array.from({ length: maxSignIns }, (_, i) => (first + i) * signInMs).map((ms) => ({
      ...signInAt(merchant, ms),
      began: new Date(ms).toISOString(),
    }))
    await rows(
      `with s as (select u.id as account_id, s.began, sha256(convert_to(s.token, 'UTF8')) as session,
                         sha256(convert_to(s."stepUpToken", 'UTF8')) as proof
                    from merchant m join merchant_user u on u.merchant_id = m.id and u.email = m.email,
                         json_to_recordset($1::json) as s (token text, "stepUpToken" text, began timestamptz)
                   where m.merchant_code = $2),
            t as (insert into session (token_hash, account_id, created_at, last_seen_at, expires_at, address)
                  select session, account_id, began, began, began + interval '1 year', '127.0.0.1' from s)
       insert into step_up (token_hash, session_hash, expires_at)
       select proof, session, began + interval '1 year' from s`,
      [JSON.stringify(signIns), merchant_code],
    )
  }
}
