// Security checks of Airtel's API: token, country and currency, the encrypted PIN, the encrypted copy of the body.
import { createDecipheriv, createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Message } from '../books/book.ts'
import { bodyBytes, headerOf, readJson } from '../message.ts'
import type { Operators } from '../operators.ts'
import { decryptRsa, type RsaPair, rsaPair } from '../rsa.ts'
import { AirtelRefusal, badParameters, codes, refusal, routerRefusal } from './replies.ts'

const tokenLifeSeconds = 180

export function issueToken(operators: Operators, request: FastifyRequest, reply: FastifyReply): object {
  const { clientId, secret } = operators.settings
  const wanted = readJson(request) ?? {}
  if (wanted.grant_type !== 'client_credentials') {
    return reply.code(400).send(oauthError('unsupported_grant_type', 'Only client_credentials is supported'))
  }
  if (wanted.client_id !== clientId || wanted.client_secret !== secret) {
    return reply.code(400).send(oauthError('invalid_client', 'Invalid client authentication'))
  }
  return {
    token_type: 'bearer',
    access_token: operators.tokens.issue('airtel', tokenLifeSeconds),
    expires_in: tokenLifeSeconds,
  }
}

function oauthError(error: string, error_description: string): object {
  return { error, error_description }
}

/** Checks the token first, then country and currency, in the order of the real router. */
export function checkHeaders(operators: Operators, request: FastifyRequest): void {
  const token = /^Bearer (\S+)$/i.exec(headerOf(request, 'Authorization') ?? '')?.[1]
  if (!token || operators.tokens.check('airtel', token) !== 'good') {
    const body = oauthError('invalid_token', 'The token is missing, unknown or expired')
    throw new AirtelRefusal({ status: token ? 403 : 401, body })
  }
  checkCountry(request.headers['x-country'])
  const currency = request.headers['x-currency']
  if (currency === undefined) {
    throw new AirtelRefusal({
      status: 200,
      body: {
        status: { code: '400', success: false, result_code: 'ESB000008', message: 'Field validation' },
      },
    })
  }
  if (currency === '') throw badParameters('X-Currency is empty')
}

function checkCountry(country: string | string[] | undefined): void {
  if (!country) throw routerRefusal('ROUTER110', 'Partner not found')
  if (!/^[A-Z]{2}$/.test(String(country))) {
    const { reply } = badParameters('X-Country must have two letters')
    throw new AirtelRefusal({ ...reply, status: 400 })
  }
  if (country !== 'CD') throw routerRefusal('ROUTER006', 'Invalid country')
}

export function airtelKey(operators: Operators): Promise<RsaPair> {
  return rsaPair(operators.book, 'airtel', 2048)
}

export async function checkPin(operators: Operators, pin: unknown): Promise<void> {
  if (typeof pin !== 'string' || pin === '') throw badParameters('pin is missing')
  const plain = decryptRsa(await airtelKey(operators), pin)
  // The router's code for a wrong PIN is not public, so this one is our own choice.
  if (plain !== operators.settings.airtelPin) throw routerRefusal('ROUTER114', 'Invalid PIN')
}

/** `x-signature` is the body encrypted by AES-256-CBC, `x-key` its `key:iv` encrypted by RSA. */
export async function checkSignature(
  operators: Operators,
  request: FastifyRequest,
  isWanted: boolean,
): Promise<void> {
  const signature = headerOf(request, 'x-signature')
  const wrappedKey = headerOf(request, 'x-key')
  if (!signature && !wrappedKey && !isWanted) return
  const opened = openSignature(await airtelKey(operators), signature ?? '', wrappedKey ?? '')
  if (!opened?.equals(bodyBytes(request))) {
    throw refusal(codes.signatureMismatch, 'x-signature and body differ')
  }
}

function openSignature(pair: RsaPair, signature: string, wrappedKey: string): Buffer | null {
  const [key = '', iv = ''] = (decryptRsa(pair, wrappedKey) ?? '').split(':')
  try {
    const cipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'))
    return Buffer.concat([cipher.update(signature, 'base64'), cipher.final()])
  } catch {
    return null
  }
}

/**
 * Base64 of the HMAC-SHA256 over the JSON text of `{"transaction":{…}}`, which is the body without its hash. The real
 * operator does not publish which bytes its hash covers, so this is our own choice.
 */
export function callbackHash(key: string, transaction: Message): string {
  return createHmac('sha256', key).update(JSON.stringify({ transaction })).digest('base64')
}
