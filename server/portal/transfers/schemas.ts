// Response schemas of transfers in the portal, with fees and webhook deliveries.
import { z } from 'zod'
import { named, success } from '../../platform/http/api.ts'
import { deliveryDetailSchema } from '../../platform/http/delivery-record.ts'
import {
  examplePricedTransfer,
  exampleTransferDetail,
  transferDetail,
  transferWithFee,
} from '../../remittance/transfers/schemas.ts'
import { foundPageOf } from '../found-page.ts'

const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }

export const transfersResponse = named('PricedTransfers', success(foundPageOf(transferWithFee)), {
  status: 'success',
  data: { items: [examplePricedTransfer], pagination: firstPage },
})

const transferWithDeliveries = z.object({
  ...transferDetail.shape,
  receipt_link: z.string().nullable().meta({
    description: 'The page that verifies the signed receipt, to share with the sender; null without one.',
  }),
  deliveries: z.array(deliveryDetailSchema),
})

export const transferResponse = named('TransferDetail', success(transferWithDeliveries), {
  status: 'success',
  data: {
    ...exampleTransferDetail,
    receipt_link: 'https://pay.example/verify#LKR1.eyJ2IjoxfQ.c2lnbmF0dXJl',
    deliveries: [],
  },
})
