// Controls for the settings in pawaPay's dashboard and the availability of its providers.
import { createPublicKey } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { dropUndefined, read } from '../../control-request.ts'
import type { Operators } from '../operators.ts'
import { release } from '../payouts/payout.ts'
import { providerCodes } from './providers.ts'
import type { PawapaySettings } from './settings.ts'
import type { Payment } from './views.ts'

const controlRequest = z.strictObject({
  signed_callbacks: z.boolean().optional(),
  signed_requests_only: z.boolean().optional(),
  signature_encoding: z.enum(['der', 'raw']).optional(),
  public_keys: z
    .array(z.strictObject({ id: z.string().min(1), key: z.string().refine(isPublicKey) }))
    .optional(),
  availability: z
    .partialRecord(z.enum(providerCodes), z.enum(['OPERATIONAL', 'DELAYED', 'CLOSED']))
    .optional(),
  honours_test_numbers: z.boolean().optional(),
})

export function registerControls(scope: FastifyInstance, operators: Operators): void {
  scope.get('/', () => stateOf(operators.settings.pawapay))
  scope.post('/', (request, reply) => {
    const wanted = read(controlRequest, request.body, reply)
    if (!wanted) return reply
    const before = operators.settings.pawapay
    const changes = dropUndefined({
      signedCallbacks: wanted.signed_callbacks,
      signedRequestsOnly: wanted.signed_requests_only,
      signatureEncoding: wanted.signature_encoding,
      publicKeys: wanted.public_keys,
      honoursTestNumbers: wanted.honours_test_numbers,
    })
    const availability = { ...before.availability, ...dropUndefined(wanted.availability ?? {}) }
    operators.settings.pawapay = { ...before, ...changes, availability }
    releaseEnqueued(operators)
    return stateOf(operators.settings.pawapay)
  })
}

function stateOf(settings: PawapaySettings): object {
  return {
    signed_callbacks: settings.signedCallbacks,
    signed_requests_only: settings.signedRequestsOnly,
    signature_encoding: settings.signatureEncoding,
    public_keys: settings.publicKeys,
    availability: settings.availability,
    honours_test_numbers: settings.honoursTestNumbers,
  }
}

/** Continues payouts that waited for a provider that is available again. */
function releaseEnqueued(operators: Operators): void {
  const { availability } = operators.settings.pawapay
  const filter = { protocol: 'pawapay', reference: null, clientReference: null, msisdn: null }
  for (const payment of operators.book.listPayouts(filter) as Payment[]) {
    const { request, isEnqueued } = payment.message
    const provider = providerCodes.find((code) => code === request.recipient.accountDetails.provider)
    if (!provider || !isEnqueued || payment.status !== 'pending') continue
    if (availability[provider] !== 'OPERATIONAL') continue
    operators.book.savePayout({ ...payment, message: { ...payment.message, isEnqueued: false } })
    release(operators, payment)
  }
}

function isPublicKey(pem: string): boolean {
  try {
    return createPublicKey(pem).type === 'public'
  } catch {
    return false
  }
}
