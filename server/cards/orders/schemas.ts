// Schemas of order and status requests and their responses.
import { z } from 'zod'
import { paymentMethodsField } from '../../merchants/identity/payment-methods-field.ts'
import { dataResponse, twoPlaces } from '../../platform/http/api.ts'
import { addressText, optional, text, webUrl } from '../../platform/http/body/body.ts'
import { amountField, cardCurrencies } from '../transaction/amount.ts'
import {
  countryField,
  emailField,
  phoneField,
  phoneFits,
  postalCodeField,
  stateField,
  stateFits,
} from '../transaction/bill-to.ts'
import { paidWithFields } from '../transaction/paid-with.ts'
import { currencyName, exampleCard, exampleUuid, transactionStatus } from '../transaction/schemas.ts'

/** `callback`: called by our webhooks. `page`: opened by the payer. */
export type UrlUse = 'callback' | 'page'

/** The fields of section 2.1. Cross-field rules that return 400 run after this validation. */
export function orderSchema(acceptsUrl: (url: URL, use: UrlUse) => boolean) {
  return withAddressRules(z.object(orderFields(acceptsUrl)))
}

/**
 * The same order for a payment link form, which asks only for what the gateway needs: the phone is optional. So is
 * `callback_url`, because the merchant may have no server that receives webhooks.
 */
export function linkFormSchema(acceptsUrl: (url: URL, use: UrlUse) => boolean) {
  const fields = orderFields(acceptsUrl)
  return withAddressRules(
    z.object({
      ...fields,
      callback_url: optional(fields.callback_url),
      bill_to_phone: optional(fields.bill_to_phone),
    }),
  )
}

/** The form of a payer who pays on the phone: only a card's issuer needs an address, and nothing needs an email. */
export function phoneFormSchema(acceptsUrl: (url: URL, use: UrlUse) => boolean) {
  const fields = orderFields(acceptsUrl)
  return z.object({
    ...fields,
    callback_url: optional(fields.callback_url),
    bill_to_email: optional(fields.bill_to_email),
    bill_to_phone: optional(fields.bill_to_phone),
    bill_to_address_line1: optional(fields.bill_to_address_line1),
    bill_to_address_city: optional(fields.bill_to_address_city),
    bill_to_address_country: optional(fields.bill_to_address_country),
  })
}

function orderFields(acceptsUrl: (url: URL, use: UrlUse) => boolean) {
  const pageUrl = webUrl((url) => acceptsUrl(url, 'page'))
  return {
    amount: amountField,
    currency: text().meta({ description: 'USD or CDF' }),
    merchant_reference: text({ min: 1 }).meta({
      description: 'Your own number of the order. The payer sees it, and webhooks carry it.',
    }),
    callback_url: webUrl((url) => acceptsUrl(url, 'callback')).meta({
      description: 'Where the webhooks of this payment are sent.',
    }),
    bill_to_forename: text({ min: 1 }).meta({ description: 'First name of the payer, or the only name.' }),
    bill_to_surname: text({ min: 1 }).meta({
      description: 'Last name of the payer; `-` for people with one name.',
    }),
    bill_to_email: emailField,
    bill_to_phone: phoneField,
    bill_to_address_line1: addressText().meta({ description: 'Street and number.' }),
    bill_to_address_city: text().meta({ description: 'Town or city.' }),
    bill_to_address_country: countryField,
    bill_to_address_state: optional(stateField),
    bill_to_address_postal_code: optional(postalCodeField),
    return_url: optional(pageUrl.meta({ description: 'Where the customer goes after paying.' })),
    redirect_url: optional(pageUrl.meta({ description: 'Alias of return_url, which takes precedence.' })),
    cancel_url: optional(pageUrl.meta({ description: 'Where the customer goes after cancelling.' })),
    payment_methods: optional(
      paymentMethodsField().meta({
        description:
          'The only ways to pay this order, among those of the merchant profile; absent: all of them.',
      }),
    ),
  }
}

function withAddressRules<Fields extends z.ZodObject>(fields: Fields) {
  return fields
    .superRefine(phoneFits('bill_to_phone', 'bill_to_address_country'))
    .superRefine(stateFits('bill_to_address_state', 'bill_to_address_country'))
}

/** For the API document only. */
export const orderBody = orderSchema(() => true)

export const exampleOrderBody = {
  amount: 25.5,
  currency: 'USD',
  merchant_reference: 'INV-2041',
  callback_url: 'https://shop.example/webhooks/likuta',
  return_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/basket',
  bill_to_forename: 'Grâce',
  bill_to_surname: 'Mukendi',
  bill_to_email: 'grace@example.com',
  bill_to_phone: '+243991234567',
  bill_to_address_line1: '12 avenue du Lac',
  bill_to_address_city: 'Goma',
  bill_to_address_country: 'CD',
}

export const statusSchema = z.object({ transaction_uuid: text({ min: 1 }) })

const financialDetails = z
  .object({
    commission_rate: twoPlaces,
    commission_amount: twoPlaces,
    merchant_amount: twoPlaces,
    bank_commission_amount: twoPlaces,
    service_commission_amount: twoPlaces,
  })
  .meta({
    id: 'FinancialDetails',
    description: 'The rate in percent. The amounts add up to the order amount.',
  })

export const orderResponse = dataResponse(
  'OrderResponse',
  z.object({
    amount: twoPlaces,
    currency: currencyName,
    transaction_uuid: z.string(),
    transaction_status: z.literal('PENDING'),
    links: z.string().meta({ description: 'The signed address of the checkout page.' }),
    financial_details: financialDetails,
  }),
  {
    amount: '25.50',
    currency: 'USD',
    transaction_uuid: exampleUuid,
    transaction_status: 'PENDING',
    links: `https://pay.example/api/v1/payment/${exampleUuid}?sig=b2lJzTq3mWc0q5n1x4v7a9d2f6h8k0r3t5y7u9i1o3p`,
    financial_details: {
      commission_rate: '3.50',
      commission_amount: '0.89',
      merchant_amount: '24.61',
      bank_commission_amount: '0.38',
      service_commission_amount: '0.51',
    },
  },
)

export const statusResponse = dataResponse(
  'StatusResponse',
  z.object({
    amount: z.string().meta({ description: 'Empty while a custom checkout has no amount.' }),
    currency: z.enum([...cardCurrencies, '']),
    merchant_reference: z.string(),
    message: z.string().meta({ description: 'Why the payment failed; empty otherwise.' }),
    transaction_uuid: z.string(),
    transaction_status: transactionStatus,
    card_type: z.string(),
    card_last4: z.string(),
    card_expiry_date: z.string().meta({ description: 'The month in which the card expires, as MM-YYYY.' }),
    card_bin_country: z.string(),
    card_issuer: z.string(),
    card_scheme: z.string(),
    ...paidWithFields,
  }),
  {
    amount: '25.50',
    currency: 'USD',
    merchant_reference: 'INV-2041',
    message: '',
    transaction_uuid: exampleUuid,
    transaction_status: 'SUCCESS',
    ...exampleCard,
  },
  'Unknown card fields are empty.',
)
