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
import { currencyName } from '../../cards/transaction/schemas.ts'
import { examplePayout, payout, payoutTarget } from '../../merchant-payouts/payouts/schemas.ts'
import { dayText, named, success, twoPlaces, utcStamp } from '../../platform/http/api.ts'
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

export const moneyPathResponse = named(
  'MoneyPath',
  success(
    z.object({
      currency: currencyName,
      net: twoPlaces
        .nullable()
        .meta({ description: 'The amount less our fee; null for a payment that was not made.' }),
      paid_at: utcStamp.nullable(),
      available_on: dayText
        .nullable()
        .meta({ description: 'The day in UTC on which the money becomes, or became, available.' }),
      available_at: utcStamp
        .nullable()
        .meta({ description: 'When it became available; null while it is pending.' }),
      payout: payout
        .nullable()
        .meta({ description: 'The first payout in this currency since the money is available.' }),
      next_payout: z.object({ on: dayText, destination: payoutTarget.nullable() }).nullable().meta({
        description: 'The first scheduled payout from the day on which it is available, until one was made.',
      }),
    }),
  ),
  {
    status: 'success',
    data: {
      currency: 'USD',
      net: '24.61',
      paid_at: '2026-11-21T09:31:10Z',
      available_on: '2026-11-23',
      available_at: null,
      payout: null,
      next_payout: { on: '2026-11-30', destination: examplePayout.destination },
    },
  },
)
