// The merchant's side of the remittance service: Basic authentication, JSON in and out.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isBlacklisted } from '../../compliance/blacklist/blacklist.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Merchant } from '../../merchants/identity/merchant.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { type Answer, type Idempotency, replaying } from '../../platform/http/idempotency.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { OperatorFor } from '../operators/operator.ts'
import { listSettlements } from '../settlements/settlement.ts'
import { type Phone, readPhone } from '../transfer/phone-number.ts'
import { remittanceProblems } from '../transfer/problems.ts'
import { pageAnswer, readList, readPage } from '../transfers/list-parameters.ts'
import { listTransfers, transferStatus, transferTimeline } from '../transfers/merchant-reads.ts'
import { balanceOf, walletHistory } from '../wallets/merchant-reads.ts'
import * as endpoints from './endpoints.ts'
import type { Inbound } from './inbound.ts'
import { lookUpAnswer, lookUpName } from './name-lookup.ts'

export type RemittanceRoutes = {
  db: Database
  clock: Clock
  basic: BasicAuthentication
  idempotency: Idempotency
  inbound: Inbound
  operatorFor: OperatorFor
}

type Query = Readonly<Record<string, unknown>>
type Asked = { merchant: Merchant; request: FastifyRequest; query: Query }

const base = '/api/v1/remittance'

export function registerRemittanceRoutes(app: FastifyInstance, needs: RemittanceRoutes): void {
  const { db, clock, basic, idempotency, inbound, operatorFor } = needs

  /** An authenticated GET whose result goes out as `data`. */
  const read = (path: string, api: Endpoint, answer: (asked: Asked) => Promise<object>) =>
    app.get(`${base}${path}`, { config: { api } }, async (request, reply) => {
      const merchant = await basic.authenticate(request)
      return success(reply, await answer({ merchant, request, query: request.query as Query }))
    })

  app.post(`${base}/inbound`, { config: { api: endpoints.sendTransfer } }, async (request, reply) => {
    const options = { skipNameCheck: request.headers['x-skip-name-check'] === 'true' }
    let answer: Answer | 'stale'
    do {
      const merchant = await basic.authenticate(request)
      answer = await replaying(idempotency, request, merchant, () =>
        inbound.accept(merchant, jsonBody(request), options),
      )
    } while (answer === 'stale')
    // Kept as text, so that a repeat gets the same bytes.
    return reply.headers(answer.headers).type('application/json; charset=utf-8').send(answer.body)
  })
  app.post(`${base}/outbound`, { config: { api: endpoints.sendOutbound } }, async (request) => {
    await basic.authenticate(request)
    throw new Problem(remittanceProblems.outbound_disabled)
  })

  read('/account-lookup', endpoints.lookUpAccount, async ({ merchant, query }) => {
    const { phone, operator, expected } = lookUpQuery(query)
    const subscriber = { operator, msisdn: phone.digits }
    const found = await lookUpName(operatorFor, merchant.environment, subscriber, { mustReceive: false })
    return lookUpAnswer(subscriber, found, expected)
  })
  read('/kyc', endpoints.checkPhone, async ({ merchant, query }) => {
    const phone = phoneIn(query, 'phone')
    const blacklisted = await isBlacklisted(db, merchant.environment, phone.digits)
    const { digits, e164, country, operator } = phone
    return { phone: digits, e164, country, operator, blacklisted }
  })
  read('/balance', endpoints.readBalance, async ({ merchant }) => balanceOf(db, merchant, clock.now()))
  read('/wallet/history', endpoints.listWalletLines, async ({ merchant, query }) => {
    const page = readPage(query)
    return pageAnswer(page, await walletHistory(db, merchant, page))
  })
  read('/settlement/list', endpoints.listSettlements, async ({ merchant, query }) => {
    const list = readList(query)
    return pageAnswer(list, await listSettlements(db, merchant, list))
  })
  read('/transactions', endpoints.listTransfers, async ({ merchant, query }) => {
    const list = readList(query)
    return pageAnswer(list, await listTransfers(db, merchant, list))
  })
  read('/transaction/status', endpoints.readTransfer, async ({ merchant, query }) =>
    transferStatus(db, merchant, query),
  )
  read('/transactions/:reference/timeline', endpoints.readTimeline, async ({ merchant, request }) =>
    transferTimeline(db, merchant, (request.params as { reference: string }).reference),
  )
}

export function success(reply: FastifyReply, data: object): FastifyReply {
  return sendJson(reply, { status: 'success', data })
}

function missing(field: string, message = 'Field required'): Problem {
  const errors: FieldFault[] = [{ field, message }]
  return new Problem(remittanceProblems.field_missing, {}, {}, errors)
}

/** @throws Problem RMT-1005, RMT-1004. */
function phoneIn(query: Query, field: string): Phone {
  const sent = query[field]
  if (typeof sent !== 'string' || sent.trim() === '') throw missing(field)
  // A plus in a query that was not escaped arrives as a space.
  const phone = readPhone(sent.replace(/^ (?=\d)/, '+').trim())
  if (!phone) throw new Problem(remittanceProblems.phone, {}, {}, [{ field, message: 'Not a phone number' }])
  return phone
}

function lookUpQuery(query: Query) {
  const phone = phoneIn(query, 'customer_number')
  const { operator: wanted, expected_receiver_name: expected } = query
  if (phone.operator === null || (wanted !== undefined && wanted !== '' && wanted !== phone.operator)) {
    const message =
      phone.operator === null ? 'Not a number of an operator we serve' : `The number is of ${phone.operator}`
    throw new Problem(remittanceProblems.phone, {}, {}, [
      { field: phone.operator === null ? 'customer_number' : 'operator', message },
    ])
  }
  if (expected !== undefined && (typeof expected !== 'string' || expected.length > 200))
    throw missing('expected_receiver_name', 'Not a text of at most 200 characters')
  return { phone, operator: phone.operator, expected: expected?.trim() || undefined }
}
