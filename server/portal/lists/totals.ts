// The portal's routes for what the payments and transfers of a filter add up to.
import { z } from 'zod'
import { paymentChoices } from '../../cards/payments/list.ts'
import { currencyName, transactionStatus } from '../../cards/transaction/schemas.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import type { Sql } from '../../platform/database/database.ts'
import { users } from '../../platform/http/access.ts'
import { dataResponse, twoPlaces } from '../../platform/http/api.ts'
import { dateInvalid } from '../../platform/http/http.ts'
import { filterQuery } from '../../platform/http/list-query.ts'
import { transferStatuses } from '../../remittance/transfer/transfer.ts'
import { paymentTotals, transferChoices, transferTotals } from './pages.ts'

const newest_only = z.int().nullable().meta({
  description: 'Set where more rows match than are added up: how many of the newest ones the sums are of.',
})

const sumOf = {
  count: z.int(),
  gross: twoPlaces
    .nullable()
    .meta({ description: 'The amounts of the payments; null while they have none.' }),
  fees: twoPlaces.nullable(),
  returned: twoPlaces.nullable().meta({ description: 'Refunds, voids, and disputes with their fees.' }),
  net: twoPlaces
    .nullable()
    .meta({ description: '`gross` less `fees` less `returned`; null for payments that were not made.' }),
}

/** What payments add up to. */
export const paymentTotalsSchema = z.object({
  states: z.array(z.object({ status: transactionStatus, currency: currencyName.nullable(), ...sumOf })),
  paid: z
    .array(z.object({ currency: currencyName, ...sumOf }))
    .meta({ description: 'All payments that were made, also those that were refunded or voided.' }),
  newest_only,
})

export const examplePaymentTotals: z.output<typeof paymentTotalsSchema> = {
  states: [
    {
      ...{ status: 'SUCCESS', currency: 'USD', count: 10 },
      ...{ gross: '310.00', fees: '10.85', returned: '0.00', net: '299.15' },
    },
  ],
  paid: [{ currency: 'USD', count: 10, gross: '310.00', fees: '10.85', returned: '0.00', net: '299.15' }],
  newest_only: null,
}

const paymentTotalsResponse = dataResponse('PaymentTotals', paymentTotalsSchema, examplePaymentTotals)

const inDollars = {
  receiver_amount: twoPlaces.meta({ description: 'What was or will be paid out, in US dollars.' }),
  fees: twoPlaces,
  total_debit: twoPlaces.meta({ description: 'Both, as the wallet is debited.' }),
}

const inDollarsIfAny = {
  receiver_amount: inDollars.receiver_amount.nullable(),
  fees: twoPlaces.nullable(),
  total_debit: twoPlaces.nullable().meta({
    description:
      'Both, as the wallet is debited; null for transfers that failed or were reversed, and before they are priced.',
  }),
}

const transferTotalsResponse = dataResponse(
  'TransferTotals',
  z.object({
    states: z.array(
      z.object({
        status: z.enum(transferStatuses),
        currency: z.string(),
        count: z.int(),
        amount: twoPlaces,
        ...inDollarsIfAny,
      }),
    ),
    delivered: z.object({ count: z.int(), ...inDollars }),
    newest_only,
  }),
  {
    states: [
      {
        ...{ status: 'Successful', currency: 'USD', count: 4, amount: '400.00' },
        ...{ receiver_amount: '400.00', fees: '4.00', total_debit: '404.00' },
      },
    ],
    delivered: { count: 4, receiver_amount: '400.00', fees: '4.00', total_debit: '404.00' },
    newest_only: null,
  },
)

const totals = {
  method: 'GET',
  priority: 'list',
  access: users('payments'),
  description:
    'Takes the filters of the list. At most the newest 50,000 rows are added up, a thousand with `q`.',
  problems: [dateInvalid],
} as const

export const totalsRoutes = [
  userEndpoint({
    ...totals,
    tag: 'Portal: payments',
    id: 'readPaymentTotals',
    path: '/api/v1/merchant/payment-totals',
    summary: 'Add up the payments of a filter',
    query: filterQuery(paymentChoices),
    responses: { 200: paymentTotalsResponse },
    work: async (needs: { db: Sql }, { session, request }) => paymentTotals(needs, session, request.query),
  }),
  userEndpoint({
    ...totals,
    tag: 'Portal',
    id: 'readTransferTotals',
    path: '/api/v1/merchant/transfer-totals',
    summary: 'Add up the transfers of a filter',
    query: filterQuery(transferChoices),
    responses: { 200: transferTotalsResponse },
    work: async (needs: { db: Sql }, { session, request }) => transferTotals(needs, session, request.query),
  }),
]
