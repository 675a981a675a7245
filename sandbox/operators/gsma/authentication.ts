// Authenticates callers: by a token or by user and password, in both cases with the API key.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyBytes, headerOf } from '../message.ts'
import type { Operators } from '../operators.ts'
import { GsmaError, unauthorised } from './errors.ts'

const tokenLifeSeconds = 300

/** `POST /token`: client credentials (RFC 6749, section 4.4), client id and secret in a Basic header. */
export function issueToken(operators: Operators, request: FastifyRequest, reply: FastifyReply): object {
  const apiKey = headerOf(request, 'X-API-Key')
  const isKnown =
    isOurClient(operators, request) && (apiKey ?? operators.settings.secret) === operators.settings.secret
  if (!isKnown) {
    return reply.code(401).header('www-authenticate', 'Basic').send({ error: 'invalid_client' })
  }
  const form = new URLSearchParams(bodyBytes(request).toString('utf8'))
  if (form.get('grant_type') !== 'client_credentials') {
    return reply.code(400).send({ error: 'unsupported_grant_type' })
  }
  return {
    access_token: operators.tokens.issue('gsma', tokenLifeSeconds),
    token_type: 'Bearer',
    expires_in: tokenLifeSeconds,
  }
}

export function authenticate(operators: Operators, request: FastifyRequest): void {
  const [scheme, token = ''] = (headerOf(request, 'Authorization') ?? '').split(' ')
  const isClient =
    scheme === 'Bearer' ? operators.tokens.check('gsma', token) === 'good' : isOurClient(operators, request)
  const hasKey = headerOf(request, 'X-API-Key') === operators.settings.secret
  if (!isClient || !hasKey) throw new GsmaError(unauthorised)
}

function isOurClient({ settings }: Operators, request: FastifyRequest): boolean {
  const [scheme, value = ''] = (headerOf(request, 'Authorization') ?? '').split(' ')
  const supplied = Buffer.from(value, 'base64').toString('utf8')
  return scheme === 'Basic' && supplied === `${settings.clientId}:${settings.secret}`
}
