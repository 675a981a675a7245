// Routes of pawaPay's Merchant API, version 2, one line per operation; authentication and signatures are shared.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyBytes, headerOf, readJson } from '../message.ts'
import type { Operators } from '../operators.ts'
import { floatOf } from '../payouts/payout.ts'
import { subscriberOf } from '../payouts/subscribers.ts'
import { portalUrl } from '../portal.ts'
import {
  initiateDeposit,
  initiateRefund,
  renderDeposit,
  renderRefund,
  resendDepositCallback,
} from './deposits.ts'
import { CallRefused, failureReason, technicalStatus } from './failures.ts'
import { failEnqueued, initiate, renderPayment, resendCallback } from './payments.ts'
import { providerOf } from './providers.ts'
import { predictRequest, readRequest } from './requests.ts'
import { keyid, publishedKeys, signingKey } from './signatures/keys.ts'
import { signatureFault, signatureHeaders } from './signatures/signature.ts'
import { activeConfView, availabilityView, balancesView, requestedOperations } from './views.ts'

type Operation = (operators: Operators, request: FastifyRequest) => object | Promise<object>

type Route = {
  method: 'GET' | 'POST'
  url: string
  operation: Operation
  /** `signable` moves money and must be signed where the account requires it. `open` needs no authentication. */
  access: 'signable' | 'token' | 'open'
}

const payments: Route[] = (['payouts', 'remittances'] as const).flatMap((product): Route[] => [
  {
    method: 'POST',
    url: `/v2/${product}`,
    operation: (operators, request) => initiate(operators, product, readJson(request)),
    access: 'signable',
  },
  {
    method: 'GET',
    url: `/v2/${product}/:id`,
    operation: (operators, request) => renderPayment(operators, product, idOf(request)),
    access: 'token',
  },
  {
    method: 'POST',
    url: `/v2/${product}/resend-callback/:id`,
    operation: (operators, request) => resendCallback(operators, product, idOf(request)),
    access: 'token',
  },
  {
    method: 'POST',
    url: `/v2/${product}/fail-enqueued/:id`,
    operation: (operators, request) => failEnqueued(operators, product, idOf(request)),
    access: 'token',
  },
])

const deposits: Route[] = [
  { method: 'POST', url: '/v2/deposits', operation: initiateDeposit, access: 'signable' },
  {
    method: 'GET',
    url: '/v2/deposits/:id',
    operation: (operators, request) => renderDeposit(operators, idOf(request)),
    access: 'token',
  },
  {
    method: 'POST',
    url: '/v2/deposits/resend-callback/:id',
    operation: (operators, request) => resendDepositCallback(operators, idOf(request)),
    access: 'token',
  },
  { method: 'POST', url: '/v2/refunds', operation: initiateRefund, access: 'signable' },
  {
    method: 'GET',
    url: '/v2/refunds/:id',
    operation: (operators, request) => renderRefund(operators, idOf(request)),
    access: 'token',
  },
]

const toolkit: Route[] = [
  { method: 'GET', url: '/v2/active-conf', operation: renderConfiguration, access: 'token' },
  { method: 'GET', url: '/v2/availability', operation: renderAvailability, access: 'open' },
  { method: 'POST', url: '/v2/predict-provider', operation: predictProvider, access: 'token' },
  { method: 'GET', url: '/v2/wallet-balances', operation: renderBalances, access: 'token' },
  { method: 'GET', url: '/v2/public-key/http', operation: ({ book }) => publishedKeys(book), access: 'open' },
]

export function registerRoutes(scope: FastifyInstance, operators: Operators): void {
  for (const { method, url, operation, access } of [...payments, ...deposits, ...toolkit]) {
    scope.route({
      method,
      url,
      handler: async (request, reply) => {
        try {
          if (access !== 'open') checkToken(operators, request)
          if (access === 'signable') checkSignature(operators, request)
          return send(operators, request, reply, 200, await operation(operators, request))
        } catch (error) {
          if (!(error instanceof CallRefused)) throw error
          return send(operators, request, reply, technicalStatus[error.code], refusalOf(error))
        }
      },
    })
  }
}

export function refusalOf({ code, message }: CallRefused): object {
  return { failureReason: failureReason(code, message) }
}

function checkToken({ settings }: Operators, request: FastifyRequest): void {
  const supplied = headerOf(request, 'authorization')
  if (supplied === null) throw new CallRefused('NO_AUTHENTICATION', 'Authorization header is missing')
  const [expected, found] = [Buffer.from(`Bearer ${settings.secret}`), Buffer.from(supplied)]
  if (expected.length !== found.length || !timingSafeEqual(expected, found)) {
    throw new CallRefused('AUTHENTICATION_ERROR', 'The API token is not valid')
  }
}

/** A signature is always verified when present; whether it is required is a setting. */
function checkSignature({ settings, clock }: Operators, request: FastifyRequest): void {
  const { signedRequestsOnly, publicKeys } = settings.pawapay
  if (!isSigned(request) && !signedRequestsOnly) return
  const message = {
    method: request.method,
    authority: request.headers.host ?? '',
    path: pathOf(request),
    headers: request.headers as Record<string, string | undefined>,
  }
  const fault = signatureFault(message, bodyBytes(request), publicKeys, [clock.now(), clock.trueNow()])
  if (fault) throw new CallRefused('HTTP_SIGNATURE_ERROR', fault)
}

function isSigned(request: FastifyRequest): boolean {
  return request.headers.signature !== undefined || request.headers['signature-input'] !== undefined
}

/** A caller that signs its request, or sends Accept-Signature, gets a signed reply. */
function send(
  operators: Operators,
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: object,
): FastifyReply {
  // Sent as bytes: the framework would add a charset to text, and the reply must be exactly what was signed.
  const bytes = Buffer.from(JSON.stringify(body))
  if (isSigned(request) || request.headers['accept-signature'] !== undefined) {
    const { book, settings, clock } = operators
    const signer = { keyid, key: signingKey(book), encoding: settings.pawapay.signatureEncoding }
    reply.headers(signatureHeaders({ status }, bytes, signer, clock.trueNow()))
  }
  return reply.code(status).header('content-type', 'application/json').send(bytes)
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?')[0] ?? ''
}

type Query = { country?: string; operationType?: string }

function isOtherCountry({ country }: Query): boolean {
  return country !== undefined && country !== 'COD'
}

function renderConfiguration({ settings, book }: Operators, request: FastifyRequest): object {
  const query = request.query as Query
  const view = activeConfView({
    settings: settings.pawapay,
    callbackUrl: portalUrl(book, 'pawapay'),
    operations: requestedOperations(query.operationType),
  })
  return isOtherCountry(query) ? { ...view, countries: [] } : view
}

function renderAvailability({ settings }: Operators, request: FastifyRequest): object {
  const query = request.query as Query
  if (isOtherCountry(query)) return []
  return [availabilityView(settings.pawapay, requestedOperations(query.operationType))]
}

/** The number may contain spaces and punctuation, but must have the country code. */
function predictProvider(_operators: Operators, request: FastifyRequest): object {
  const { phoneNumber } = readRequest(predictRequest, readJson(request))
  const digits = phoneNumber.replace(/\D/g, '').replace(/^00/, '')
  const provider = providerOf(subscriberOf(digits)?.operator ?? null)
  if (!provider) throw new CallRefused('INVALID_PARAMETER', "Parameter 'phoneNumber' has no known provider")
  return { country: 'COD', provider, phoneNumber: digits }
}

function renderBalances(operators: Operators, request: FastifyRequest): object {
  if (isOtherCountry(request.query as Query)) return balancesView([])
  const currencies = Object.keys(operators.settings.currencies)
  return balancesView(
    currencies.map((currency) => ({ currency, minor: floatOf(operators, 'pawapay', currency) })),
  )
}
