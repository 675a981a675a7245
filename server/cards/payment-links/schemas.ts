// Schemas of payment link requests and responses.
import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { paymentMethodsField } from '../../merchants/identity/payment-methods-field.ts'
import { dataResponse, pageResponse, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import {
  freeText,
  instant,
  optional,
  refused,
  text,
  webUrl,
  wholeNumber,
} from '../../platform/http/body/body.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import type { OrderRules } from '../orders/create-order.ts'
import { amountField } from '../transaction/amount.ts'
import { currencyName } from '../transaction/schemas.ts'

const maxDays = 365

/**
 * The body of a new link.
 * @param now `expires_at` must be after it, and within a year.
 */
export function linkSchema({ acceptsUrl }: OrderRules, environment: Environment, now: Temporal.Instant) {
  const pageUrl = optional(webUrl((url) => acceptsUrl(url, environment, 'page')))
  return z.object({
    amount: amountField,
    currency: text(),
    merchant_reference: text({ min: 1 }),
    callback_url: optional(webUrl((url) => acceptsUrl(url, environment, 'callback'))).meta({
      description:
        'Where the webhooks of its payments are sent. Defaults to the webhook URL of the merchant profile, if any.',
    }),
    description: optional(freeText({ max: 500 })),
    return_url: pageUrl,
    cancel_url: pageUrl,
    max_uses: optional(wholeNumber({ min: 1, max: 10_000 }).meta({ default: 1 })),
    expires_at: optional(expiryField(now)),
    locale: optional(text().regex(/^(fr|en)([-_][A-Za-z]{2})?$/)),
    payment_methods: optional(paymentMethodsField()),
  })
}

function expiryField(now: Temporal.Instant) {
  const latest = now.add({ hours: 24 * maxDays })
  return instant()
    .refine(
      (end) => Temporal.Instant.compare(end, now) > 0,
      refused('datetime_future', 'Input should be in the future'),
    )
    .refine(
      (end) => Temporal.Instant.compare(end, latest) <= 0,
      refused('value_error', `Value error, expires_at must be within ${maxDays} days`),
    )
}

/** The schema for the API document only: which URLs and expiry dates are accepted is checked when a link is created. */
export const linkBody = linkSchema(
  { acceptsUrl: () => true },
  'sandbox',
  Temporal.Instant.fromEpochMilliseconds(0),
)

export const exampleLinkBody = {
  amount: 40,
  currency: 'USD',
  merchant_reference: 'STALL-7',
  callback_url: 'https://shop.example/webhooks/likuta',
  description: 'Place at the market',
  max_uses: 1,
  expires_at: '2026-11-28T09:30:00Z',
  locale: 'fr',
}

export const linksQuery = z.object({
  ...pageFields,
  sort: z.enum(['created', 'newest_payment']).default('created').meta({
    description: '`created`: newest links first. `newest_payment`: links that were paid last first.',
  }),
})

/** The fields of a link without its times, which the portal formats differently. */
export const linkFields = {
  code: z.string(),
  url: z.string(),
  qr_svg_url: z.string(),
  status: z.enum(['ACTIVE', 'EXPIRED', 'EXHAUSTED', 'CANCELLED']),
  amount: twoPlaces,
  currency: currencyName,
  merchant_reference: z.string(),
  description: z.string(),
  max_uses: z.int(),
  uses: z.int().meta({ description: 'Successful payments.' }),
}

export const paymentLink = z
  .object({ ...linkFields, expires_at: utcStamp, created_at: utcStamp })
  .meta({ id: 'PaymentLink' })

export const exampleLink = {
  code: 'K7Q2M9XW4T3B',
  url: 'https://pay.example/pl/K7Q2M9XW4T3B',
  qr_svg_url: 'https://pay.example/pl/K7Q2M9XW4T3B/qr.svg',
  status: 'ACTIVE',
  amount: '40.00',
  currency: 'USD',
  merchant_reference: 'STALL-7',
  description: 'Place at the market',
  max_uses: 1,
  uses: 0,
} as const

const times = { expires_at: '2026-11-28T09:30:00Z', created_at: '2026-11-21T09:30:00Z' }

export const linkResponse = dataResponse('PaymentLinkResponse', paymentLink, { ...exampleLink, ...times })

export const linksResponse = pageResponse('PaymentLinksResponse', paymentLink, { ...exampleLink, ...times })

/** The size of a link's picture, which its page states. */
export const previewSize = { width: 1200, height: 630 } as const
