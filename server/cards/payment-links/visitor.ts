// Who visits a payment link: the device and address as keyed hashes that are separate for each link, and the payment that the
// device began there, whose receipt it may see later.
import type { FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import { type Sql, statement } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/http/rate-limit.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isCheckoutSignature, resultLink } from '../checkout/checkout-addresses.ts'
import { linkAddress, storedLinkCode } from '../transaction/payment-link.ts'

/** Keyed 32-byte hashes. `setCookie` is the cookie to send to a device that has none yet. */
export type LinkVisitor = { address: Buffer; device: Buffer; setCookie: string | undefined }

const cookieDays = 30

/**
 * Returns the visitor of a request to the page or form of a link. A device that keeps no cookies is identified by its
 * address alone.
 */
export function visitorOf(
  { secrets, baseUrl }: { secrets: Secrets; baseUrl: string },
  request: FastifyRequest<{ Params: { code: string } }>,
): LinkVisitor {
  const code = storedLinkCode(request.params.code)
  const cookie = cookieOf(code, new URL(baseUrl).protocol === 'https:')
  const known = cookie.read(request)
  const device = known ?? randomSecret()
  const hashOf = (kind: string, text: string) =>
    secrets.mac('link-visitor', JSON.stringify([code, kind, text]))
  return {
    // guard: visitor-network
    address: hashOf('address', networkOf(request.ip)),
    device: hashOf('device', device),
    setCookie: known === undefined ? cookie.set(device) : undefined,
  }
}

/**
 * Builds the device cookie. It is `SameSite=Lax` so that a device stays the same when it comes from a chat or another
 * site.
 */
function cookieOf(code: string, secure: boolean) {
  const name = secure ? '__Secure-likuta-device' : 'likuta-device'
  const attributes = `Path=${linkAddress('', code)}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${cookieDays * 86_400}`
  return {
    set: (device: string) => `${name}=${device}; ${attributes}`,
    read(request: FastifyRequest): string | undefined {
      const sent = (request.headers.cookie ?? '').split('; ').filter((pair) => pair.startsWith(`${name}=`))
      const [, device] = /=([A-Za-z0-9_-]{43})$/.exec(sent[0] ?? '') ?? []
      return sent.length === 1 ? device : undefined
    },
  }
}

const nameOf = (baseUrl: string) =>
  new URL(baseUrl).protocol === 'https:' ? '__Secure-likuta-payment' : 'likuta-payment'

/** The cookie that remembers a payment. @param checkout its signed address */
export function paymentCookie(baseUrl: string, code: string, checkout: string): string {
  const { pathname, searchParams } = new URL(checkout)
  const value = `${pathname.split('/').at(-1)}.${searchParams.get('sig')}`
  const secure = nameOf(baseUrl).startsWith('__Secure') ? '; Secure' : ''
  return `${nameOf(baseUrl)}=${value}; Path=${linkAddress('', code)}; HttpOnly; SameSite=Lax${secure}; Max-Age=${cookieDays * 86_400}`
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
