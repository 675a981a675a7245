// Schema of the transaction body (GSMA Mobile Money API 1.2, "Transactions"), and the refusals of invalid ones.
import { z } from 'zod'
import type { Message } from '../books/book.ts'
import { GsmaError, invalid } from './errors.ts'

const text = z.string().min(1).max(256)
const country = z.string().regex(/^[A-Z]{2}$/)
const date = z.iso.date()
const party = z
  .array(z.object({ key: text, value: text }))
  .min(1)
  .max(10)

const idTypes = [
  'passport',
  'nationalregistration',
  'otherId',
  'drivinglicence',
  'socialsecurity',
  'alienregistration',
  'nationalidcard',
  'employer',
  'taxid',
  'seniorcitizenscard',
  'marriagecertificate',
  'birthcertificate',
  'healthcard',
  'votersid',
  'villageelderLetter',
  'pancard',
  'officialletter',
] as const

const idDocument = z.object({
  idType: z.enum(idTypes),
  idNumber: text.optional(),
  issueDate: date.optional(),
  expiryDate: date.optional(),
  issuer: text.optional(),
  issuerPlace: text.optional(),
  issuerCountry: country.optional(),
  otherIddescription: text.optional(),
  otherIdDescription: text.optional(),
})

const kyc = z.object({
  nationality: country.optional(),
  birthCountry: country.optional(),
  dateOfBirth: date.optional(),
  gender: z.enum(['m', 'f', 'u']).optional(),
  occupation: text.optional(),
  employerName: text.optional(),
  contactPhone: text.optional(),
  emailAddress: text.optional(),
  subjectName: z
    .object({
      title: text.optional(),
      firstName: text.optional(),
      middleName: text.optional(),
      lastName: text.optional(),
      fullName: text.optional(),
      nativeName: text.optional(),
    })
    .optional(),
  postalAddress: z
    .object({
      addressLine1: text.optional(),
      addressLine2: text.optional(),
      addressLine3: text.optional(),
      city: text.optional(),
      stateProvince: text.optional(),
      postalCode: text.optional(),
      country,
    })
    .optional(),
  idDocument: z.array(idDocument).max(10).optional(),
})

const internationalTransferInformation = z.object({
  originCountry: country,
  sendingServiceProviderCountry: country.optional(),
  receivingCountry: country.optional(),
  deliveryMethod: z.enum(['directtoaccount', 'agent', 'personaldelivery']).optional(),
  remittancePurpose: text.optional(),
  relationshipSender: text.optional(),
  quotationReference: text.optional(),
  quoteId: text.optional(),
})

// The specification's own pattern. A currency may allow fewer decimals, which is checked later.
const amount = z.string().regex(/^(0|[1-9][0-9]{0,17})([.][0-9]{0,3}[0-9])?$/)
const currency = z.string().regex(/^[A-Z]{3}$/)
const pairs = z.array(z.object({ key: text, value: text })).optional()

const transaction = z.object({
  amount,
  currency,
  creditParty: party,
  debitParty: party.optional(),
  requestingOrganisationTransactionReference: text.optional(),
  originalTransactionReference: text.optional(),
  subType: text.optional(),
  descriptionText: z.string().min(1).max(160).optional(),
  requestDate: z.iso.datetime({ offset: true }).optional(),
  senderKyc: kyc.optional(),
  recipientKyc: kyc.optional(),
  internationalTransferInformation: internationalTransferInformation.optional(),
  customData: pairs,
  metadata: pairs,
})

// In the standard this member is optional for every type, but an international transfer without it makes no sense.
const internationalTransfer = transaction.extend({ internationalTransferInformation })

/** The debit party pays the merchant; the provider asks it for approval. */
const merchantPayment = transaction.extend({ debitParty: party })

const reversal = z.object({
  type: z.enum(['reversal', 'adjustment']),
  amount: amount.optional(),
  currency: currency.optional(),
})

/** Transaction types whose credit party this simulator pays. */
export const payoutTypes = ['inttransfer', 'disbursement', 'transfer', 'deposit'] as const

export type TransactionRequest = z.output<typeof transaction>
export type ReversalRequest = z.output<typeof reversal>

export function readTransaction(type: string, message: Message): TransactionRequest {
  return read(type === 'inttransfer' ? internationalTransfer : transaction, message)
}

export function readMerchantPayment(message: Message): z.output<typeof merchantPayment> {
  return read(merchantPayment, message)
}

export function readReversal(message: Message): ReversalRequest {
  return read(reversal, message)
}

function read<T extends z.ZodType>(schema: T, message: Message): z.output<T> {
  const result = schema.safeParse(message, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new GsmaError(invalid(codeOf(issue), issue?.path.join('.') ?? '', issue?.message ?? ''))
}

function codeOf(issue: z.core.$ZodIssue | undefined): Parameters<typeof invalid>[0] {
  if (issue?.input === undefined) return 'mandatoryValueNotSupplied'
  if (issue.path[0] === 'amount' && /^-/.test(String(issue.input))) return 'negativeValue'
  return issue.code === 'too_big' || issue.code === 'too_small' ? 'lengthError' : 'formatError'
}
