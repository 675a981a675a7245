// Capture contexts and transient tokens (Flex Microform developer guide). Neither is trusted before the gateway's signature
// is verified. A context is signed with a key that the gateway publishes; a token with the one-time key contained in its
// context ("Validating the Transient Token" in the guide), so a token shows which context it was made from.
import type { JWTPayload } from 'jose'
import { decodeJwt } from 'jose/jwt/decode'
import type { CardFacts, CardGateway, TokenKey } from '../../cards/gateway/gateway.ts'
import type { Clock } from '../../platform/time/clock.ts'
import { refusedOrUnavailable, unavailable } from './authentication.ts'
import { cardTypeName, expiryOf, unknownCard } from './card.ts'
import type { GatewayClient } from './client.ts'
import { importKey, keyIdOf, type SigningKeys, verifyWith } from './signing-keys.ts'
import { isSuccess } from './translate.ts'
import { captureContextClaims, transientTokenClaims } from './wire.ts'

type Session = Parameters<CardGateway['openCaptureContext']>[0]
type Opened = Awaited<ReturnType<CardGateway['openCaptureContext']>>
type Read = Awaited<ReturnType<CardGateway['readTransientToken']>>

/** Opens a session of the card fields for pages of these origins. */
export async function openCaptureContext(
  client: GatewayClient,
  keys: SigningKeys,
  { targetOrigins, allowedCardNetworks }: Session,
): Promise<Opened> {
  const reply = await client.call({
    operation: 'capture context',
    method: 'POST',
    path: '/microform/v2/sessions',
    accept: 'application/jwt',
    body: { clientVersion: 'v2', targetOrigins, allowedCardNetworks, allowedPaymentTypes: ['CARD'] },
  })
  if (!isSuccess(reply)) return refusedOrUnavailable(reply)
  const jwt = reply.text.trim()
  const checked = await keys.verify(jwt)
  if (checked.kind === 'unavailable') return checked
  if (checked.kind === 'invalid') return unavailable(reply, 'capture context not signed by the gateway')
  const claims = captureContextClaims.parse(checked.payload)
  const { clientLibrary, clientLibraryIntegrity, targetOrigins: echoed } = claims.ctx.data
  if (!isSameSet(echoed, targetOrigins)) return unavailable(reply, 'capture context for other origins')
  if (!clientLibrary || !clientLibraryIntegrity || !client.accepts(clientLibrary)) {
    return unavailable(reply, 'capture context without a valid library')
  }
  const tokenKey = tokenKeyOf(claims.flx.jwk)
  if (!tokenKey) return unavailable(reply, 'capture context without a key for its tokens')
  return {
    kind: 'opened',
    jwt,
    tokenKey,
    libraryUrl: clientLibrary,
    libraryIntegrity: clientLibraryIntegrity,
    expiresAt: expiryInstant(checked.payload),
  }
}

function tokenKeyOf({
  kty,
  n,
  e,
  kid,
}: ReturnType<typeof captureContextClaims.parse>['flx']['jwk']): TokenKey | undefined {
  return kty === 'RSA' && n && e && kid ? { id: kid, publicKey: { n, e } } : undefined
}

/**
 * Reads the card facts of a token from the browser, if it was made from one of the capture contexts with these keys.
 */
export async function readTransientToken(
  jwt: string,
  keys: readonly TokenKey[],
  clock: Clock,
): Promise<Read> {
  const named = keyIdOf(jwt)
  const own = keys.find(({ id }) => id === named)
  const key = own && (await importKey({ n: own.publicKey.n ?? '', e: own.publicKey.e ?? '' }))
  // guard: capture-context-token-signature
  const payload = key ? await verifyWith(jwt, key, clock) : 'forged'
  if (typeof payload !== 'object') return { kind: 'invalid' }
  const { jti } = transientTokenClaims.parse(payload)
  const card = cardOfClaims(payload)
  if (!jti || !card) return { kind: 'invalid' }
  return { kind: 'token', jwt, id: jti, card, expiresAt: expiryInstant(payload) }
}

/** The card of a token that was verified before; its signature is not checked again. */
export function cardOfToken(jwt: string): CardFacts {
  try {
    return cardOfClaims(decodeJwt(jwt)) ?? unknownCard
  } catch {
    return unknownCard
  }
}

/** Undefined when the claims are not those of a card token. */
function cardOfClaims(claims: JWTPayload): CardFacts | undefined {
  const { card } = transientTokenClaims.parse(claims).content.paymentInformation
  const last4 = /\d{4}$/.exec(card.number.maskedValue ?? '')?.[0]
  if (last4 === undefined) return undefined
  return {
    ...unknownCard,
    type: cardTypeName(card.number.detectedCardTypes[0]),
    last4,
    expiry: expiryOf(card.expirationMonth.value, card.expirationYear.value),
  }
}

function expiryInstant({ exp = 0 }: JWTPayload): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(exp * 1000)
}

function isSameSet(some: readonly (string | undefined)[], others: readonly string[]): boolean {
  return new Set(some).size === new Set(others).size && others.every((other) => some.includes(other))
}
