// Identifies the visitors of a payment link by address and device, as keyed hashes that are separate for each link.
import type { FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import { networkOf } from '../../platform/http/rate-limit.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { storedLinkCode } from '../transaction/link-uses/payment-link.ts'

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
  const attributes = `Path=/pl/${code}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}; Max-Age=${cookieDays * 86_400}`
  return {
    set: (device: string) => `${name}=${device}; ${attributes}`,
    read(request: FastifyRequest): string | undefined {
      const sent = (request.headers.cookie ?? '').split('; ').filter((pair) => pair.startsWith(`${name}=`))
      const [, device] = /=([A-Za-z0-9_-]{43})$/.exec(sent[0] ?? '') ?? []
      return sent.length === 1 ? device : undefined
    },
  }
}
