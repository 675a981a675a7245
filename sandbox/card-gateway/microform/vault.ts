// The token vault: the only place that reads card numbers, and only to recognize them.
import { randomBytes } from 'node:crypto'
import {
  compactDecrypt,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type ProtectedHeaderParameters,
  SignJWT,
} from 'jose'
import type { CardFacts, Token } from '../books/books.ts'
import { brandOf, isCompleteNumber } from '../cards/brands.ts'
import { behaviourOf } from '../cards/cards.ts'
import type { Gateway } from '../gateway.ts'
import { type Message, textAt } from '../message.ts'
import { type CaptureContext, contextType, lifetimeSeconds, readCaptureContext } from './capture-context.ts'

export type TokenFault = { location: string; message: string }

/** A refusal in the format of the Flex endpoints. */
export class TokenRefused extends Error {
  readonly reason: string
  readonly details: TokenFault[]

  constructor(reason: string, message: string, details: TokenFault[] = []) {
    super(message)
    this.reason = reason
    this.details = details
  }
}

type CardEntry = { number: string; securityCode: string; expirationMonth: string; expirationYear: string }

export async function tokenFromEncrypted(gateway: Gateway, jwe: string): Promise<string> {
  const { data, context } = await decrypt(gateway, jwe)
  return await createToken(gateway, context, data)
}

export async function createToken(gateway: Gateway, contextJwt: string, data: Message): Promise<string> {
  const context = await readCaptureContext(gateway, contextJwt)
  if (typeof context === 'string') throw new TokenRefused(context, 'The capture context cannot be used')
  const signingKey = await gateway.keys.oneTime.privateKey(context.keyId, 'RS256')
  if (!signingKey) throw new TokenRefused('CAPTURE_CONTEXT_INVALID', 'The capture context cannot be used')
  const entry = readEntry(gateway, context, data)
  const issuedAt = Math.floor(gateway.clock.now() / 1000)
  const token: Token = {
    id: randomBytes(32).toString('hex').toUpperCase(),
    merchantId: context.merchantId,
    card: cardFacts(entry),
    expiresAt: (issuedAt + lifetimeSeconds) * 1000,
    paidBy: null,
  }
  gateway.books.put('token', token.id, token)
  const bin = entry.number.slice(0, context.prefixLength)
  const number = {
    maskedValue: `${'X'.repeat(entry.number.length - 4)}${token.card.suffix}`,
    ...(bin && { bin }),
    detectedCardTypes: [token.card.type],
  }
  const card = {
    number,
    securityCode: {},
    expirationMonth: { value: entry.expirationMonth },
    expirationYear: { value: entry.expirationYear },
  }
  return await new SignJWT({ type: contextType, content: { paymentInformation: { card } } })
    .setProtectedHeader({ kid: context.keyId, alg: 'RS256' })
    .setIssuer('Flex/00')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeSeconds)
    .setJti(token.id)
    .sign(signingKey)
}

/** The token of a transient token JWT or id; null when it is forged, another merchant's or expired. */
export async function findToken(
  gateway: Gateway,
  merchantId: string,
  sent: { jwt?: string | null; id?: string | null },
): Promise<Token | null> {
  const id = sent.jwt ? await verifiedTokenId(gateway, sent.jwt) : sent.id
  const token = id ? gateway.books.get<Token>('token', id) : null
  if (token?.merchantId !== merchantId) return null
  return token.expiresAt > gateway.clock.now() ? token : null
}

export function cardFacts(entry: Omit<CardEntry, 'securityCode'>): CardFacts {
  return {
    bin: entry.number.slice(0, 6),
    suffix: entry.number.slice(-4),
    type: brandOf(entry.number)?.cybsCardType ?? '001',
    behaviour: behaviourOf(entry.number).key,
    expirationMonth: entry.expirationMonth,
    expirationYear: entry.expirationYear,
  }
}

async function verifiedTokenId(gateway: Gateway, jwt: string): Promise<string | null> {
  try {
    const key = await gateway.keys.oneTime.publicKey(keyIdOf(decodeProtectedHeader(jwt)))
    if (!key) return null
    const { payload } = await jwtVerify(jwt, key, {
      algorithms: ['RS256'],
      currentDate: new Date(gateway.clock.now()),
    })
    return payload.jti ?? null
  } catch {
    return null
  }
}

function keyIdOf({ kid }: ProtectedHeaderParameters): string {
  return typeof kid === 'string' ? kid : ''
}

async function decrypt(gateway: Gateway, jwe: string): Promise<{ data: Message; context: string }> {
  try {
    const keyOf = async (header: ProtectedHeaderParameters) => {
      const key = await gateway.keys.oneTime.privateKey(keyIdOf(header), 'RSA-OAEP')
      if (!key) throw new errors.JWEDecryptionFailed()
      return key
    }
    const { plaintext } = await compactDecrypt(jwe, keyOf, {
      keyManagementAlgorithms: ['RSA-OAEP'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const { data, context } = JSON.parse(new TextDecoder().decode(plaintext))
    decodeJwt(context)
    if (typeof data !== 'object' || data === null) throw new Error('no data')
    return { data, context }
  } catch {
    throw new TokenRefused('DECRYPTION_ERROR', 'The card data could not be decrypted')
  }
}

function readEntry(gateway: Gateway, context: CaptureContext, data: Message): CardEntry {
  const read = (name: keyof CardEntry) => (typeof data[name] === 'string' ? textAt(data, name) : null) ?? ''
  const entry = {
    number: read('number').replaceAll(' ', ''),
    securityCode: read('securityCode'),
    expirationMonth: read('expirationMonth'),
    expirationYear: read('expirationYear'),
  }
  const faults = entryFaults(gateway, context, entry)
  if (faults.length > 0) throw new TokenRefused('VALIDATION_ERROR', 'The card data is not valid', faults)
  return entry
}

function entryFaults(gateway: Gateway, context: CaptureContext, entry: CardEntry): TokenFault[] {
  const brand = brandOf(entry.number)
  const accepted = brand !== null && context.networks.includes(brand.network)
  const isCodeRight = new RegExp(`^[0-9]{${brand?.securityCode.length ?? 3}}$`).test(entry.securityCode)
  const checks: [boolean, string][] = [
    [/^[0-9]+$/.test(entry.number) && isCompleteNumber(entry.number) && accepted, 'number'],
    [isCodeRight, 'securityCode'],
    [/^(0[1-9]|1[0-2])$/.test(entry.expirationMonth), 'expirationMonth'],
    [/^20[1-9][0-9]$/.test(entry.expirationYear), 'expirationYear'],
  ]
  const faults = checks.filter(([right]) => !right).map(([, name]) => name)
  if (faults.length === 0 && isExpired(gateway, entry)) faults.push('expirationYear')
  return faults.map((name) => ({ location: `captureData.${name}`, message: 'Validation error' }))
}

export function isExpired(
  gateway: Gateway,
  card: Pick<CardFacts, 'expirationMonth' | 'expirationYear'>,
): boolean {
  const month = new Date(gateway.clock.now()).toISOString().slice(0, 7)
  return `${card.expirationYear}-${card.expirationMonth}` < month
}
