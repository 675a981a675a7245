// Request schemas of pawaPay. Unknown members are refused, as by the real API.
import { z } from 'zod'
import { CallRefused } from './failures.ts'

const id = z.uuidv4()
/** Up to 23 characters without leading zeros; each provider has its own limits and number of decimals. */
const amount = z
  .string()
  .max(23)
  .regex(/^(0|[1-9]\d{0,17})(\.\d{1,3})?$/)
const currency = z.string().regex(/^[A-Z]{3}$/)
const message = z.string().regex(/^[A-Za-z0-9 ]{4,22}$/)
const name = z.string().min(1).max(64)
/** Documented as alpha-3, but shown as alpha-2 in the examples. */
const country = z.string().regex(/^[A-Z]{2,3}$/)
/** The maximum lengths are not published. */
const text = z.string()

const accountDetails = z.strictObject({ phoneNumber: z.string().min(1).max(20), provider: z.string().min(1) })

const metadata = z
  .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])))
  .max(10)
  .optional()

const common = {
  amount,
  currency,
  customerMessage: message.optional(),
  clientReferenceId: z.string().max(64).optional(),
  metadata,
}

export const payoutRequest = z.strictObject({
  payoutId: id,
  recipient: z.strictObject({ type: z.literal('MMO'), accountDetails }),
  ...common,
})

export const depositRequest = z.strictObject({
  depositId: id,
  payer: z.strictObject({ type: z.literal('MMO'), accountDetails }),
  preAuthorisationCode: z.string().optional(),
  ...common,
})

export const refundRequest = z.strictObject({
  refundId: id,
  depositId: id,
  amount: amount.optional(),
  currency: currency.optional(),
  metadata,
})

export const purposesOfFunds = [
  'FAMILY_SUPPORT',
  'MEDICAL_EXPENSES',
  'TUITION_FEES',
  'EDUCATION_SUPPORT',
  'GIFT_AND_OTHER_DONATIONS',
  'HOME_IMPROVEMENT',
  'DEBT_SETTLEMENT',
  'REAL_ESTATE',
  'TAXES',
  'SALARY',
  'SAVINGS',
  'PERSONAL_TRANSFER',
  'OTHER',
] as const

const sender = z.strictObject({
  transactionDetails: z.strictObject({
    transactionReference: z.string().min(1).max(64),
    originalAmount: z.string().min(1),
    originalCurrency: currency,
    buyFxRate: z.string().min(1),
    senderFees: z.string().min(1),
    purposeOfFunds: z.enum(purposesOfFunds),
    sourceOfFunds: z.enum(['SALARY', 'SAVINGS', 'LOTTERY', 'LOAN', 'BUSINESS_INCOME', 'GIFT', 'OTHER']),
  }),
  senderDetails: z.strictObject({
    firstName: name,
    lastName: name,
    nationality: country,
    phoneNumber: z.string().min(1).max(20),
    address: z.strictObject({
      addressLine: text.optional(),
      postalCode: text.optional(),
      city: text.optional(),
      country,
    }),
    identification: z.strictObject({
      type: z.enum(['NATIONAL_ID', 'PASSPORT', 'DRIVING_LICENSE', 'SOCIAL_SECURITY_ID', 'RESIDENCE_PERMIT']),
      number: z.string().min(1),
    }),
    gender: z.enum(['MALE', 'FEMALE', 'OTHER']).optional(),
    dateOfBirth: z.iso.date().optional(),
    placeOfBirth: text.optional(),
    occupation: text.optional(),
    relationshipRecipient: text.optional(),
  }),
})

export const remittanceRequest = z.strictObject({
  remittanceId: id,
  recipient: z.strictObject({
    type: z.literal('MMO'),
    accountDetails,
    recipientDetails: z.strictObject({ firstName: name, lastName: name }),
  }),
  sender,
  ...common,
})

export const predictRequest = z.strictObject({ phoneNumber: z.string().min(1) })

export type DepositRequest = z.output<typeof depositRequest>
export type RefundRequest = z.output<typeof refundRequest>
export type PayoutRequest = z.output<typeof payoutRequest>
export type RemittanceRequest = z.output<typeof remittanceRequest>

/** Parses the body, or throws pawaPay's 400, which names the first invalid member. */
export function readRequest<T extends z.ZodType>(schema: T, found: unknown): z.output<T> {
  const result = schema.safeParse(found)
  if (!result.success) throw refusalOf(result.error.issues[0] as z.core.$ZodIssue, found)
  const twice = repeatedMetadata(found)
  if (twice) throw new CallRefused('DUPLICATE_METADATA_FIELD', `Metadata field '${twice}' is given twice`)
  return result.data
}

function refusalOf(issue: z.core.$ZodIssue, found: unknown): CallRefused {
  const member = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const unknown = [...issue.path, issue.keys[0] as string].join('.')
    return new CallRefused('UNSUPPORTED_PARAMETER', `Parameter '${unknown}' is not supported`)
  }
  if (member === '') return new CallRefused('INVALID_INPUT', 'Unable to parse the body as a JSON object')
  if (valueAt(found, issue.path) === undefined)
    return new CallRefused('MISSING_PARAMETER', `Parameter '${member}' is missing`)
  return new CallRefused('INVALID_PARAMETER', `Parameter '${member}' is invalid`)
}

function valueAt(found: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    found,
  )
}

/** A metadata field that occurs in two entries; `isPII` marks an entry and may repeat. */
function repeatedMetadata(found: unknown): string | null {
  const { metadata: entries = [] } = found as { metadata?: Record<string, unknown>[] }
  const names = entries.flatMap((entry) => Object.keys(entry).filter((key) => key !== 'isPII'))
  return names.find((key, position) => names.indexOf(key) !== position) ?? null
}
