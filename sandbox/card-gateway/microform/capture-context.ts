// A microform session: a signed context with the encryption key, the URL of the library and the origins that may embed the
// card fields.
import { randomBytes } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { brands } from '../cards/brands.ts'
import type { Gateway } from '../gateway.ts'
import { listAt, type Message, requireFields, textAt, valueAt } from '../message.ts'
import { invalidField, Refused } from '../problems.ts'
import { libraryIntegrity, libraryPath } from './library.ts'

export const lifetimeSeconds = 900
export const contextType = 'mf-2.0.0'

export type CaptureContext = {
  merchantId: string
  networks: string[]
  targetOrigins: string[]
  /** Number of BIN digits in the token; 0 omits the BIN. */
  prefixLength: number
  /** Id of the key that signs tokens of this context. */
  keyId: string
}

export async function createCaptureContext(
  gateway: Gateway,
  merchantId: string,
  message: Message,
): Promise<string> {
  const { targetOrigins, networks } = readSession(message)
  const includePrefix = valueAt(message, 'transientTokenResponseOptions.includeCardPrefix')
  const prefixLength = includePrefix === true ? 8 : includePrefix === false ? 0 : 6
  const issuedAt = Math.floor(gateway.clock.now() / 1000)
  const origin = gateway.url()
  const sealed = Buffer.from(JSON.stringify({ merchantId, prefixLength })).toString('base64')
  const data = {
    clientLibrary: `${origin}${libraryPath}`,
    clientLibraryIntegrity: libraryIntegrity(),
    allowedCardNetworks: networks,
    targetOrigins,
    mfOrigin: origin,
  }
  return await new SignJWT({
    flx: { path: '/flex/v2/tokens', data: sealed, origin, jwk: gateway.keys.oneTime.issue() },
    ctx: [{ data, type: contextType }],
  })
    .setProtectedHeader({ kid: gateway.keys.context.kid, alg: 'RS256' })
    .setIssuer('Flex API')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(randomBytes(12).toString('base64url'))
    .sign(gateway.keys.context.privateKey)
}

/** The content of a context, or why it cannot be used. */
export async function readCaptureContext(
  gateway: Gateway,
  jwt: string,
): Promise<CaptureContext | 'CAPTURE_CONTEXT_INVALID' | 'CAPTURE_CONTEXT_EXPIRED'> {
  try {
    const { payload } = await jwtVerify(jwt, gateway.keys.context.publicKey, {
      algorithms: ['RS256'],
      issuer: 'Flex API',
      currentDate: new Date(gateway.clock.now()),
    })
    const sealed = JSON.parse(Buffer.from(String(valueAt(payload, 'flx.data')), 'base64').toString())
    return {
      merchantId: sealed.merchantId,
      prefixLength: sealed.prefixLength,
      keyId: textAt(payload as Message, 'flx.jwk.kid') ?? '',
      networks: listAt(payload, 'ctx.0.data.allowedCardNetworks'),
      targetOrigins: listAt(payload, 'ctx.0.data.targetOrigins'),
    }
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'CAPTURE_CONTEXT_EXPIRED' : 'CAPTURE_CONTEXT_INVALID'
  }
}

function readSession(message: Message): { targetOrigins: string[]; networks: string[] } {
  requireFields(message, ['clientVersion', 'targetOrigins', 'allowedCardNetworks'])
  if (!/^v2(\.0)?$/.test(textAt(message, 'clientVersion') ?? '')) throw invalidField('clientVersion')
  const targetOrigins = listAt(message, 'targetOrigins')
  if (targetOrigins.length === 0 || !targetOrigins.every(isOrigin)) throw invalidField('targetOrigins')
  const networks = listAt(message, 'allowedCardNetworks')
  const unknown = networks.filter((network) => !knownNetworks.has(network))
  if (networks.length === 0 || unknown.length > 0) throw invalidField('allowedCardNetworks')
  if (listAt(message, 'allowedPaymentTypes').some((type) => type !== 'CARD')) {
    throw new Refused('NOT_SUPPORTED', [{ field: 'allowedPaymentTypes', reason: 'INVALID_DATA' }])
  }
  return { targetOrigins, networks }
}

const otherNetworks = 'CARNET CARTESBANCAIRES EFTPOS ELO JAYWAN JCREW KCP MADA MEEZA PAYPAK UATP'.split(' ')
const knownNetworks = new Set([...brands.map((brand) => brand.network), ...otherNetworks])

/** An origin without path or wildcard; http is accepted on this machine only. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (
    origin === text && (protocol === 'https:' || (protocol === 'http:' && isLocal)) && !text.includes('*')
  )
}
