// Basic authentication of merchants by code and secret. Both are read from the database on every request (concurrent ones
// share a statement), so a rotation takes effect at once.
import type { FastifyRequest } from 'fastify'
import { equalInConstantTime } from '../../kernel/constant-time.ts'
import type { Environment } from '../../kernel/environment.ts'
import { Problem, type ProblemSpec } from '../../kernel/problem.ts'
import { coalescingBatch } from '../../platform/database/coalescing-batch.ts'
import type { Sql } from '../../platform/database/database.ts'
import { countRequest, type RateLimit } from '../../platform/http/rate-limit.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { merchantSecretPrefix } from './credentials.ts'
import { type Merchant, refuseOtherCell, type SecretHolder, secretHolders } from './merchant.ts'
import { isAllowed, isOpenToSuspended } from './signed-request.ts'

type Cause = { cause: string; detail: string }

/** @param sent the secret that was refused. */
function explainSecret(secrets: Secrets, holder: SecretHolder, sent: string) {
  return { ...causeOf(secrets, holder, sent), timestamp: null, body_bytes: null, body_sha256: null }
}

function causeOf(secrets: Secrets, { merchant, secretHash }: SecretHolder, sent: string): Cause {
  const trimmed = secrets.mac('merchant-secret', sent.trim()).toString('hex')
  if (equalInConstantTime(trimmed, secretHash.toString('hex')))
    return { cause: 'merchant_secret_spaced', detail: 'Spaces or line breaks surround the secret' }
  if (/^(sk|pk|whsec)_/.test(sent.trim()))
    return { cause: 'merchant_secret_confused', detail: 'Send the merchant secret, which begins with msk_' }
  const other = merchant.environment === 'production' ? 'sandbox' : 'production'
  if (sent.trim().startsWith(merchantSecretPrefix(other)))
    return { cause: 'merchant_secret_of_other_environment', detail: `The secret is of ${other}` }
  return { cause: 'merchant_secret_wrong', detail: 'A rotation ends the secret before it at once' }
}

const challenge = { 'www-authenticate': 'Basic realm="likuta", charset="UTF-8"' }

export const basicProblems = {
  credentials_wrong: {
    code: 'RMT-401',
    status: 401,
    detail: 'Wrong merchant code or secret',
    retry: 'never',
    headers: challenge,
  },
  environment_wrong: { code: 'RMT-403', status: 403, detail: 'Unauthorized environment', retry: 'never' },
  address_refused: { code: 'RMT-403', status: 403, detail: 'IP address not allowed', retry: 'never' },
  suspended: { code: 'RMT-403', status: 403, detail: 'Merchant suspended', retry: 'never' },
} as const satisfies Record<string, ProblemSpec>

export type BasicAuthentication = {
  /** @throws Problem 401, 403, 429. */
  authenticate(request: FastifyRequest): Promise<Merchant>
}

/** @param needs.environments the environments that this deployment serves. */
export function openBasicAuthentication(needs: {
  db: Sql
  secrets: Secrets
  environments: readonly Environment[]
  limit: RateLimit
}): BasicAuthentication {
  const { db, secrets, environments, limit } = needs
  const find = coalescingBatch<string, SecretHolder | undefined>((codes) => secretHolders(db, codes))
  const unused = secrets.mac('merchant-secret', '')
  /** Explained once the response was sent, so that its time does not tell who has the code. */
  const namedBy = (holder: SecretHolder, secret: string) => ({
    merchantId: holder.merchant.id,
    explain: () => explainSecret(secrets, holder, secret),
  })

  return {
    async authenticate(request) {
      const sent = credentialsOf(request)
      if (!sent) throw new Problem(basicProblems.credentials_wrong)
      const holder = await find(sent.code)
      const hash = secrets.mac('merchant-secret', sent.secret)
      const isRight = equalInConstantTime(
        hash.toString('hex'),
        (holder?.secretHash ?? unused).toString('hex'),
      )
      // guard: merchant-secret
      if (!holder || !isRight) {
        if (holder) request.caller = { named: namedBy(holder, sent.secret) }
        throw new Problem(basicProblems.credentials_wrong)
      }
      const { merchant } = holder
      refuseOtherCell(db, merchant)
      request.caller = { merchantId: merchant.id }
      request.merchantCode = merchant.merchantCode
      if (!environments.includes(merchant.environment)) throw new Problem(basicProblems.environment_wrong)
      if (!isAllowed(request.ip, merchant.ipAllowlist)) throw new Problem(basicProblems.address_refused)
      // guard: suspended-merchant-secret
      if (merchant.status === 'suspended' && !isOpenToSuspended(request))
        throw new Problem(basicProblems.suspended)
      countRequest(limit, merchant.id, request)
      return merchant
    },
  }
}

const longest = 512
/** The form of every code we issue. Anything else is refused here, because PostgreSQL does not accept every text (NUL). */
const issued = /^[A-Z0-9]{2,8}-[A-Z0-9]{4}-[A-Z0-9]{4}$/

/** Parses the Authorization header; undefined unless there is exactly one and it is well formed. */
function credentialsOf(request: FastifyRequest): { code: string; secret: string } | undefined {
  const sent = request.raw.headersDistinct.authorization
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(sent?.[0] ?? '') ?? []
  if (sent?.length !== 1 || encoded === undefined || encoded.length > longest) return undefined
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  const code = decoded.slice(0, Math.max(colon, 0))
  return issued.test(code) ? { code, secret: decoded.slice(colon + 1) } : undefined
}
