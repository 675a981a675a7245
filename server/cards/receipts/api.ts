// The merchant route that reads the receipt of a card payment, and the page about emails to payers.

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SignedRequests } from '../../merchants/identity/signed-request.ts'
import { keys } from '../../platform/http/access.ts'
import type { Endpoint } from '../../platform/http/api.ts'
import { sendJson } from '../../platform/http/http.ts'
import type { IssueReceipt } from '../../receipts/issue-receipt.ts'
import { receiptResponse } from '../../receipts/schemas.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { type EmailChoiceNeeds, registerEmailChoice } from './email-choice-api.ts'
import { ownPaymentReceipt } from './payment-receipt.ts'

const readReceipt: Endpoint = {
  id: 'readPaymentReceipt',
  method: 'GET',
  path: '/api/v1/payment/:transaction_uuid/receipt',
  priority: 'status',
  access: keys('read', 'charge'),
  summary: 'Read the signed receipt of a payment',
  description:
    'For a payment that was completed, also after a refund or void. Each call signs the state of that moment; the code never changes.',
  tag: 'Receipts',
  params: { transaction_uuid: z.string().meta({ examples: [exampleUuid] }) },
  responses: { 200: receiptResponse },
  problems: [problems.transaction_not_found, problems.receipt_status],
}

export type PaymentReceiptRoutes = EmailChoiceNeeds & {
  signedRequests: SignedRequests
  issueReceipt: IssueReceipt
}

export function registerPaymentReceiptRoute(app: FastifyInstance, needs: PaymentReceiptRoutes): void {
  registerEmailChoice(app, needs)
  const { signedRequests } = needs
  const onRequest = async (request: FastifyRequest) => signedRequests.checkHeaders(request)
  app.get(
    '/api/v1/payment/:transaction_uuid/receipt',
    { onRequest, config: { api: readReceipt } },
    async (request: FastifyRequest<{ Params: { transaction_uuid: string } }>, reply) => {
      const merchant = await signedRequests.authenticate(request)
      const data = await ownPaymentReceipt(needs, merchant.id, request.params.transaction_uuid)
      return sendJson(reply, { status: 'success', data })
    },
  )
}
