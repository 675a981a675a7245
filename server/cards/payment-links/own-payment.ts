// Leads a payer who opens a closed payment link again to the receipt: the device remembers the payment it began there.
import type { FastifyRequest } from 'fastify'
import { type Sql, statement } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { isCheckoutSignature, resultLink } from '../checkout/signed-link.ts'

const cookieDays = 30

const nameOf = (baseUrl: string) =>
  new URL(baseUrl).protocol === 'https:' ? '__Secure-likuta-payment' : 'likuta-payment'

/** The cookie that remembers a payment. @param checkout its signed address */
export function paymentCookie(baseUrl: string, code: string, checkout: string): string {
  const { pathname, searchParams } = new URL(checkout)
  const value = `${pathname.split('/').at(-1)}.${searchParams.get('sig')}`
  const secure = nameOf(baseUrl).startsWith('__Secure') ? '; Secure' : ''
  return `${nameOf(baseUrl)}=${value}; Path=/pl/${code}; HttpOnly; SameSite=Lax${secure}; Max-Age=${cookieDays * 86_400}`
}

const findPaid = statement<{ transaction_uuid: string }>(
  'find_paid_transaction_of_link',
  `select transaction_uuid from card_transaction
    where transaction_uuid = $1 and payment_link_id = $2
      and status in ('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED')`,
)

/** The address of the receipt of what this device paid by the link; undefined if it paid nothing. */
export async function ownReceipt(
  { db, secrets, baseUrl }: { db: Sql; secrets: Secrets; baseUrl: string },
  request: FastifyRequest,
  linkId: bigint,
): Promise<string | undefined> {
  const name = nameOf(baseUrl)
  const pair = (request.headers.cookie ?? '').split('; ').find((one) => one.startsWith(`${name}=`)) ?? ''
  const [, uuid, signature] = /=(LKT-[A-Z0-9-]{1,60})\.([A-Za-z0-9_-]{43})$/.exec(pair) ?? []
  // guard: own-receipt-signature
  if (uuid === undefined || !isCheckoutSignature(secrets, uuid, signature)) return undefined
  const [paid] = await db.rows(findPaid, [uuid, linkId])
  return paid && resultLink(baseUrl, secrets, uuid)
}
