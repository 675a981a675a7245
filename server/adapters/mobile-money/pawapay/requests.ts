// Builds the bodies of payouts and remittances (pawaPay v2, "Initiate payout" and "Initiate remittance").
import { alpha3Of } from '../../../kernel/codes/iso.ts'
import { formatMoney } from '../../../kernel/money.ts'
import type { DocumentType, Payout, TravelRule } from '../../../operator-calls/operator.ts'
import { listed } from '../../reply.ts'
import { idMember, type Product, paymentIdOf } from './wire.ts'

/** pawaPay would refuse the payment, or we would have to send false data, so no call is made. */
export type Unfit = { unfit: string; message: string }

export function paymentBody(product: Product, payout: Payout, provider: string): { body: object } | Unfit {
  const common = {
    [idMember[product]]: paymentIdOf(payout.reference),
    amount: formatMoney(payout.amount),
    currency: payout.amount.currency,
    clientReferenceId: payout.transactionId,
    // 4 to 22 letters and digits.
    customerMessage: payout.transactionId.replaceAll(/[^0-9A-Za-z]/g, '').slice(-22),
    metadata: [{ reference: payout.reference }],
  }
  const recipient = { type: 'MMO', accountDetails: { phoneNumber: payout.msisdn, provider } }
  if (product === 'payouts') return { body: { ...common, recipient } }
  const sender = senderOf(payout)
  if (isUnfit(sender)) return sender
  const recipientDetails = recipientOf(payout.travelRule)
  return { body: { ...common, recipient: { ...recipient, recipientDetails }, sender } }
}

function senderOf(payout: Payout): object | Unfit {
  const { sender } = payout.travelRule
  const type = documentTypes[sender.document.type]
  if (!type)
    return unfit(
      'SENDER_DOCUMENT_TYPE',
      `pawaPay does not accept ${sender.document.type} as the document of a sender`,
    )
  if (sender.msisdn === '')
    return unfit('SENDER_PHONE_NUMBER', 'pawaPay requires the phone number of the sender')
  const country = alpha3Of(sender.country)
  return {
    transactionDetails: transactionDetailsOf(payout),
    senderDetails: {
      firstName: shortened([sender.firstName, sender.middleName].filter(Boolean).join(' ')),
      lastName: shortened(sender.lastName),
      // The request contains one country of the sender only.
      nationality: country,
      phoneNumber: sender.msisdn,
      address: { addressLine: sender.address, city: sender.city, country },
      identification: { type, number: sender.document.number },
      dateOfBirth: sender.birthDate,
      placeOfBirth: sender.birthPlace,
      occupation: sender.profession,
    },
  }
}

function transactionDetailsOf({ transactionId, origin, travelRule }: Payout): object {
  return {
    transactionReference: transactionId,
    originalAmount: origin.amount,
    originalCurrency: origin.currency,
    buyFxRate: origin.rate,
    senderFees: origin.fee,
    purposeOfFunds: listed(purposes, travelRule.purpose) ?? 'OTHER',
    sourceOfFunds: listed(sources, travelRule.sourceOfFunds) ?? 'OTHER',
  }
}

/** Both names are required, but some integrators send a single name. */
function recipientOf({ receiver }: TravelRule): object {
  const [first = receiver.name, ...others] = receiver.name.trim().split(/\s+/)
  return {
    firstName: shortened(receiver.firstName || first),
    lastName: shortened(receiver.lastName || others.join(' ') || first),
  }
}

function shortened(name: string): string {
  return [...name].slice(0, 64).join('')
}

export function isUnfit(value: object): value is Unfit {
  return 'unfit' in value
}

function unfit(code: string, message: string): Unfit {
  return { unfit: code, message }
}

/** A document type that pawaPay does not know must not be sent as another type. */
const documentTypes: Readonly<Record<DocumentType, string | undefined>> = {
  PASSPORT: 'PASSPORT',
  NATIONAL_ID: 'NATIONAL_ID',
  DRIVING_LICENCE: 'DRIVING_LICENSE',
  VOTER_CARD: undefined,
  OTHER: undefined,
}

/** pawaPay's values for `reason_of_transaction`; all others are OTHER. */
const purposes: Readonly<Record<string, string>> = {
  CONSTRUCTION: 'HOME_IMPROVEMENT',
  DONATIONS: 'GIFT_AND_OTHER_DONATIONS',
  EDUCATION: 'EDUCATION_SUPPORT',
  ENTERTAINMENT: 'PERSONAL_TRANSFER',
  FAMILY_SUPPORT: 'FAMILY_SUPPORT',
  FOOD_AND_GROCERIES: 'PERSONAL_TRANSFER',
  FUEL: 'PERSONAL_TRANSFER',
  GENERAL: 'PERSONAL_TRANSFER',
  GIFT: 'GIFT_AND_OTHER_DONATIONS',
  LOAN_REPAYMENT: 'DEBT_SETTLEMENT',
  MEDICAL_EXPENSES: 'MEDICAL_EXPENSES',
  PERSONAL_CARE: 'PERSONAL_TRANSFER',
  RENT: 'PERSONAL_TRANSFER',
  REPAIRS: 'HOME_IMPROVEMENT',
  SALARY: 'SALARY',
  SAVINGS: 'SAVINGS',
  SHOPPING: 'PERSONAL_TRANSFER',
  TRANSPORT: 'PERSONAL_TRANSFER',
  TRAVEL: 'PERSONAL_TRANSFER',
  UTILITY_BILLS: 'PERSONAL_TRANSFER',
}

/** pawaPay's values for `source_of_funds`; all others are OTHER. */
const sources: Readonly<Record<string, string>> = {
  BUSINESS_INCOME: 'BUSINESS_INCOME',
  GIFT: 'GIFT',
  LOAN: 'LOAN',
  SALARY: 'SALARY',
  SAVINGS: 'SAVINGS',
}
