// Schemas of payment link requests and responses.
import { z } from 'zod'
import type { Environment } from '../../kernel/environment.ts'
import { typedLine } from '../../kernel/text/typed-text.ts'
import { paymentMethodsField } from '../../merchants/identity/payment-methods-field.ts'
import { dataResponse, dayText, pageResponse, twoPlaces, utcStamp } from '../../platform/http/api.ts'
import {
  freeText,
  instant,
  nested,
  optional,
  refused,
  text,
  webUrl,
  wholeNumber,
} from '../../platform/http/body/body.ts'
import { dayField, pageFields } from '../../platform/http/list-query.ts'
import type { OrderRules } from '../orders/create-order.ts'
import { amountField } from '../transaction/amount.ts'
import type { LinkKind } from '../transaction/payment-link.ts'
import { currencyName } from '../transaction/schemas.ts'

const maxDays = 365
/** A school year and the next, or a plot that is paid over two years. */
const maxDaysOfParts = 730
const maxDues = 60

export const linkKinds = ['single', 'open', 'parts'] as const satisfies readonly LinkKind[]

/** Which amounts a link takes. */
export const kindField = z.object({
  kind: optional(z.enum(linkKinds)).transform((kind): LinkKind => kind ?? 'single'),
})

/** Refuses a field that would mean nothing for the kind of a link. */
const absent = (kind: LinkKind) =>
  optional(
    z
      .unknown()
      .refine(
        (value) => value === undefined || value === null,
        refused('value_error', `Value error, a link of the kind ${kind} has none`),
      ),
  )

const maxUsesField = optional(wholeNumber({ min: 1, max: 10_000 }).meta({ default: 1 }))
const scheduleField = z.array(nested({ due_on: dayField, amount: amountField })).max(maxDues)
const fieldsOfParts = {
  payer_label: optional(freeText({ min: 1, max: 120 })).meta({
    description: 'Whom the link is for, in your own words. Payers do not see it.',
  }),
  group: optional(groupField()).meta({ description: 'The list that the link belongs to, such as a class.' }),
}

/** The amounts of each kind of link. */
const amountsOf = {
  single: { amount: amountField, max_uses: maxUsesField, group: fieldsOfParts.group },
  open: {
    amount: absent('open'),
    minimum: amountField,
    maximum: optional(amountField),
    group: fieldsOfParts.group,
  },
  parts: {
    amount: absent('parts'),
    total: amountField,
    minimum_part: amountField,
    schedule: optional(scheduleField),
    ...fieldsOfParts,
  },
}

/** The name of a group as it is stored: two spaces would make another group that looks the same. */
export function groupName(typed: string): string {
  return typedLine(typed).replace(/ +/g, ' ')
}

/** The name of a group, which is a part of an address. */
export function groupField() {
  return text({ min: 1, max: 64 })
    .overwrite(groupName)
    .refine(
      (name) => !/[/\\?#%]/.test(name) && !/^\.*$/.test(name),
      refused('value_error', 'Value error, a group has none of / \\ ? # %'),
    )
}

/**
 * The fields of a new link of any kind beside its amounts.
 * @param now `expires_at` must be after it, and within a year, or two for a link in parts.
 */
function commonFields(
  { acceptsUrl }: OrderRules,
  { environment, now, kind }: { environment: Environment; now: Temporal.Instant; kind: LinkKind },
) {
  const pageUrl = optional(webUrl((url) => acceptsUrl(url, environment, 'page')))
  return {
    currency: text(),
    merchant_reference: text({ min: 1 }),
    callback_url: optional(webUrl((url) => acceptsUrl(url, environment, 'callback'))).meta({
      description:
        'Where the webhooks of its payments are sent. Defaults to the webhook URL of the merchant profile, if any.',
    }),
    description: optional(freeText({ max: 500 })),
    return_url: pageUrl,
    cancel_url: pageUrl,
    expires_at: optional(expiryField(now, kind === 'parts' ? maxDaysOfParts : maxDays)),
    locale: optional(text().regex(/^(fr|en)([-_][A-Za-z]{2})?$/)),
    payment_methods: optional(paymentMethodsField()),
  }
}

/** The body of a new link of this kind. */
export function linkSchema<Kind extends LinkKind>(
  rules: OrderRules,
  of: { environment: Environment; now: Temporal.Instant; kind: Kind },
) {
  return z.object({ ...amountsOf[of.kind], ...commonFields(rules, of) })
}

function expiryField(now: Temporal.Instant, maxDays: number) {
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
export const linkBody = z.object({
  kind: optional(z.enum(linkKinds)).meta({
    default: 'single',
    description:
      '`single`: each payment is of `amount`. `open`: the payer chooses the amount. `parts`: several payments of `total`.',
  }),
  amount: optional(amountField).meta({ description: 'Required for `single`, and absent otherwise.' }),
  minimum: optional(amountField).meta({ description: 'Of `open`: the lowest amount. Required.' }),
  maximum: optional(amountField).meta({ description: 'Of `open`: the highest amount.' }),
  total: optional(amountField).meta({ description: 'Of `parts`: what is to be paid in all. Required.' }),
  minimum_part: optional(amountField).meta({
    description: 'Of `parts`: the lowest amount of one part, but for all that remains. Required.',
  }),
  schedule: optional(scheduleField).meta({
    description: 'Of `parts`: what is due when, in order of the days; no more than the total.',
  }),
  ...fieldsOfParts,
  ...commonFields(
    { acceptsUrl: () => true },
    { environment: 'sandbox', now: Temporal.Instant.fromEpochMilliseconds(0), kind: 'parts' },
  ),
  max_uses: maxUsesField,
})

export const exampleLinkBody = {
  amount: 40,
  currency: 'USD',
  merchant_reference: 'STALL-7',
  callback_url: 'https://shop.example/webhooks/likuta',
  description: 'Place at the market',
  max_uses: 1,
  // Without `expires_at`, so that what readers copy works on any day.
  locale: 'fr',
}

export const linksQuery = z.object({
  ...pageFields,
  sort: z.enum(['created', 'newest_payment']).default('created').meta({
    description: '`created`: newest links first. `newest_payment`: links that were paid last first.',
  }),
  group: groupField().optional().meta({ description: 'Only the links of this group, newest first.' }),
})

const due = z.object({ due_on: dayText, amount: twoPlaces })

/** The fields of a link without its times, which the portal formats differently. */
export const linkFields = {
  code: z.string(),
  url: z.string(),
  qr_svg_url: z.string(),
  status: z.enum(['ACTIVE', 'EXPIRED', 'EXHAUSTED', 'CANCELLED']),
  kind: z.enum(linkKinds),
  amount: twoPlaces
    .meta({ description: 'Of each payment; of `parts` the total; null for an open amount.' })
    .nullable(),
  currency: currencyName,
  merchant_reference: z.string(),
  description: z.string(),
  max_uses: z.int().nullable().meta({ description: 'Null unless the kind is `single`.' }),
  uses: z.int().meta({ description: 'How many payments of the link succeeded.' }),
  group: z.string().optional(),
  payer_label: z.string().optional(),
  minimum: twoPlaces.optional().meta({ description: 'Of an open amount.' }),
  maximum: twoPlaces.nullable().optional().meta({ description: 'Of an open amount; null for none.' }),
  minimum_part: twoPlaces
    .optional()
    .meta({ description: 'The least that one part may be; only of `parts`.' }),
  schedule: z.array(due).optional().meta({ description: 'When which part is due; only of `parts`.' }),
  paid: twoPlaces.optional().meta({ description: 'Successful payments, less refunds. Absent for `single`.' }),
  remaining: twoPlaces
    .nullable()
    .optional()
    .meta({ description: 'Of `parts`: what is left to pay; null for an open amount; absent for `single`.' }),
  next_due: due
    .nullable()
    .optional()
    .meta({ description: 'What is missing of the first day of the schedule that is not paid yet.' }),
}

export const paymentLink = z
  .object({ ...linkFields, expires_at: utcStamp, created_at: utcStamp })
  .meta({ id: 'PaymentLink' })

export const exampleLink = {
  code: 'K7Q2M9XW4T3B',
  url: 'https://pay.example/pl/K7Q2M9XW4T3B',
  qr_svg_url: 'https://pay.example/pl/K7Q2M9XW4T3B/qr.svg',
  status: 'ACTIVE',
  kind: 'single',
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
