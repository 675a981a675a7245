// Who tries cards at a payment link: an address and a device, both known by keyed hashes only, and apart for each link.
import type { FastifyRequest } from 'fastify'
import { randomSecret } from '../../kernel/id.ts'
import { networkOf } from '../../platform/http/rate-limit.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { storedLinkCode } from '../transaction/link-uses/payment-link.ts'

/** Keyed hashes of 32 bytes. `setCookie`: what makes a device known that has no cookie yet, for the reply. */
export type LinkVisitor = { address: Buffer; device: Buffer; setCookie: string | undefined }

const cookieDays = 30

/** The visitor of a request to the page or the form of a link. Who keeps no cookie is told apart by address alone. */
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
    address: hashOf('address', networkOf(request.ip)),
    device: hashOf('device', device),
    setCookie: known === undefined ? cookie.set(device) : undefined,
  }
}

/** `Lax`: whoever comes from a chat or another site is the same device. */
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
