// Response schemas of payments in the portal.
import { z } from 'zod'
import {
  examplePaymentDetail,
  examplePaymentSummary,
  paymentDetailFields,
  paymentSummary,
  refundFields,
  voidFields,
} from '../../cards/payments/schemas.ts'
import { exampleRefundable, refundable } from '../../cards/refund-requests/schemas.ts'
import { named, success } from '../../platform/http/api.ts'
import { deliveryDetailSchema } from '../../platform/http/delivery-record.ts'
import { foundPageOf } from '../found-page.ts'

const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

export const paymentsResponse = named('Payments', success(foundPageOf(paymentSummary)), {
  status: 'success',
  data: { items: [{ ...examplePaymentSummary, allowed_actions: [] }], pagination: firstPage },
})

const portalPaymentDetail = z.object({
  ...paymentDetailFields,
  allowed_actions: z.array(z.literal('checkout')),
  refunds: z.array(z.object(refundFields)),
  voids: z.array(z.object(voidFields)),
  receipt_link: z
    .string()
    .nullable()
    .meta({ description: 'The page of the signed receipt, to share with the customer; null without one.' }),
  refundable,
  deliveries: z.array(deliveryDetailSchema),
})

export const paymentResponse = named('PaymentDetail', success(portalPaymentDetail), {
  status: 'success',
  data: {
    ...examplePaymentDetail,
    allowed_actions: [],
    receipt_link: `https://pay.example/api/v1/payment/${examplePaymentDetail.transaction_uuid}/result?sig=b2lJ`,
    refundable: exampleRefundable,
    deliveries: [],
  },
})
