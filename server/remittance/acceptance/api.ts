// The routes with which merchants send transfers and look up beneficiaries: Basic authentication, JSON in and out.

import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isBlacklisted } from '../../compliance/blacklist.ts'
import { type Phone, readPhone } from '../../kernel/phone-number.ts'
import { Problem } from '../../kernel/problem.ts'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { OperatorFor } from '../../operator-calls/operator.ts'
import type { Database } from '../../platform/database/database.ts'
import { merchantSecret } from '../../platform/http/access.ts'
import { endpoint, respond, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { type Idempotency, replaying } from '../../platform/http/idempotency.ts'
import { lookupEndpoint, transferEndpoint } from '../http/endpoint-parts.ts'
import type { Query } from '../http/list-parameters.ts'
import { merchantEndpoint } from '../http/merchant-endpoint.ts'
import { fieldProblem, remittanceProblems as problems } from '../transfer/problems.ts'
import { operatorName } from '../transfer/schemas.ts'
import { renderCheck, transferResponse } from './check-schemas.ts'
import type { Inbound } from './inbound.ts'
import { lookUpName, renderLookUp } from './name-lookup.ts'
import { requirementsRoute } from './requirements.ts'
import { lookUpResponse, phoneResponse, transferRequest } from './schemas.ts'

/** The errors with which a transfer can be refused. */
export const transferProblems = [
  problems.field_missing,
  problems.receiver_address,
  problems.sender_document_type,
  problems.reason_of_transaction,
  problems.source_of_funds,
  problems.receiver_document_type,
  problems.date,
  problems.amount,
  problems.currency,
  problems.phone,
  problems.sandbox_cap,
  problems.reference_reused,
  problems.quote_unknown,
  problems.quote_mismatch,
  problems.quote_expired,
  problems.quote_used,
  problems.balance_insufficient,
  problems.blacklisted,
  problems.over_limit,
  problems.no_wallet,
  problems.name_mismatch,
  problems.operator_unreachable,
  problems.rate_stale,
]

type AcceptanceNeeds = { basic: BasicAuthentication; idempotency: Idempotency; inbound: Inbound }

export const acceptanceRoutes = [
  endpoint({
    ...transferEndpoint,
    id: 'sendTransfer',
    method: 'POST',
    path: '/api/v1/remittance/inbound',
    priority: 'order',
    access: merchantSecret,
    summary: 'Send money to a mobile-money wallet',
    description: `The outcome is sent as a signed webhook to \`callback_url\`, or to the webhook URL of the merchant profile. A refused
  request creates no transfer and its \`reference\` can be used again. Repeating an accepted request returns the first response.
  Dates are YYYY-MM-DD. Either \`receiver_current_address\` or \`receiver_permanent_address\` is required. Only middle names and
  \`sender_msisdn\` may be empty strings. With \`quote_id\`, \`amount\` and \`currency\` may be absent.`,
    headers: {
      'X-Skip-Name-Check': z.literal('true').optional().meta({
        description:
          'Sandbox only: skips the comparison with the name of the wallet owner, who is still screened.',
      }),
      'X-Check-Only': z.enum(['true', 'false']).optional().meta({
        description:
          'Checks the transfer without sending it: the response says what would become of it, with every fault. Nothing is stored, and the reference stays free.',
      }),
    },
    body: transferRequest,
    responses: { 200: transferResponse },
    problems: transferProblems,
    repeatable: true,
    handle: async (needs: AcceptanceNeeds, { request }) => {
      const options = { skipNameCheck: request.headers['x-skip-name-check'] === 'true' }
      if (isCheckOnly(request)) {
        const merchant = await needs.basic.authenticate(request)
        const checked = await needs.inbound.check(merchant, jsonBody(request), options)
        return respond(200, succeeded(renderCheck(checked)))
      }
      for (;;) {
        const merchant = await needs.basic.authenticate(request)
        const response = await replaying(needs.idempotency, request, merchant, () =>
          needs.inbound.accept(merchant, jsonBody(request), options),
        )
        if (response !== 'stale') return respond(200, response.body, response.headers)
      }
    },
  }),
  requirementsRoute,
  merchantEndpoint({
    ...transferEndpoint,
    id: 'sendOutbound',
    method: 'POST',
    path: '/api/v1/remittance/outbound',
    priority: 'order',
    summary: 'Send an outbound transfer (disabled)',
    responses: {},
    problems: [problems.outbound_disabled],
    work: async () => {
      throw new Problem(problems.outbound_disabled)
    },
  }),
  merchantEndpoint({
    ...lookupEndpoint,
    id: 'lookUpAccount',
    method: 'GET',
    path: '/api/v1/remittance/account-lookup',
    priority: 'status',
    summary: 'Look up the owner of a wallet',
    query: z.object({
      customer_number: z.string().meta({ examples: ['+243810000001'] }),
      operator: operatorName.optional(),
      expected_receiver_name: z.string().max(200).optional(),
    }),
    responses: { 200: lookUpResponse },
    problems: [problems.field_missing, problems.phone, problems.no_wallet, problems.operator_unreachable],
    work: async ({ operatorFor }: { operatorFor: OperatorFor }, { merchant, query }) => {
      const { phone, operator, expected } = lookUpQuery(query)
      const subscriber = { operator, msisdn: phone.digits }
      const found = await lookUpName(operatorFor, merchant.environment, subscriber, { mustReceive: false })
      return renderLookUp(subscriber, found, expected)
    },
  }),
  merchantEndpoint({
    ...lookupEndpoint,
    id: 'checkPhone',
    method: 'GET',
    path: '/api/v1/remittance/kyc',
    priority: 'status',
    summary: 'Check a phone number',
    description:
      'Takes a number in any form; without a country code it is Congolese. The operator is not called.',
    query: z.object({ phone: z.string().meta({ examples: ['+243810000001'] }) }),
    responses: { 200: phoneResponse },
    problems: [problems.field_missing, problems.phone],
    work: async ({ db }: { db: Database }, { merchant, query }) => {
      const phone = phoneIn(query, 'phone')
      const blacklisted = await isBlacklisted(db, merchant.environment, phone.digits)
      const { digits, e164, country, operator } = phone
      return { phone: digits, e164, country, operator, blacklisted }
    },
  }),
]

/**
 * Whether a request only wants to know what would become of the transfer. A value that is neither true nor false is refused: whoever
 * misspells it does not want money to be sent.
 * @throws Problem RMT-1005
 */
function isCheckOnly({ headers }: FastifyRequest): boolean {
  const sent = headers['x-check-only']
  if (sent === undefined || sent === 'false') return false
  // guard: misspelt-check-only
  if (sent !== 'true') throw fieldProblem(problems.field_missing, 'X-Check-Only', 'Must be true or false')
  return true
}

/** Reads a phone number from the query. @throws Problem RMT-1005, RMT-1004 */
function phoneIn(query: Query, field: string): Phone {
  const sent = query[field]
  if (typeof sent !== 'string' || sent.trim() === '')
    throw fieldProblem(problems.field_missing, field, 'Field required')
  // An unescaped plus sign in a query arrives as a space.
  const phone = readPhone(sent.replace(/^ (?=\d)/, '+').trim())
  if (!phone) throw fieldProblem(problems.phone, field, 'Not a phone number')
  return phone
}

function lookUpQuery(query: Query) {
  const phone = phoneIn(query, 'customer_number')
  const { operator: wanted, expected_receiver_name: expected } = query
  if (phone.operator === null)
    throw fieldProblem(problems.phone, 'customer_number', 'Not a number of a supported operator')
  if (wanted !== undefined && wanted !== '' && wanted !== phone.operator)
    throw fieldProblem(problems.phone, 'operator', `The number belongs to ${phone.operator}`)
  if (expected !== undefined && (typeof expected !== 'string' || expected.length > 200))
    throw fieldProblem(
      problems.field_missing,
      'expected_receiver_name',
      'Must be a string of at most 200 characters',
    )
  return { phone, operator: phone.operator, expected: expected?.trim() || undefined }
}
