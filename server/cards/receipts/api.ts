// The merchant route that reads the receipt of a card payment.

import { z } from 'zod'
import { signedEndpoint } from '../../merchants/identity/signed-endpoint.ts'
import { keys } from '../../platform/http/access.ts'
import { succeeded } from '../../platform/http/endpoint.ts'
import { receiptResponse } from '../../receipts/schemas.ts'
import { cardProblems as problems } from '../transaction/problems.ts'
import { exampleUuid } from '../transaction/schemas.ts'
import { ownPaymentReceipt, type ReceiptNeeds } from './payment-receipt.ts'

export const paymentReceiptRoute = signedEndpoint({
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
  work: async (needs: ReceiptNeeds, { merchant, params }) =>
    succeeded(await ownPaymentReceipt(needs, merchant.id, params.transaction_uuid)),
})
