// Formats of pawaPay's replies about payments, providers and wallets.
import { formatAmount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import type { DeclineReason, Payout, PayoutStatus } from '../books/book.ts'
import {
  type FailureCode,
  type FailureReason,
  failureMessages,
  failureReason,
  type RejectionCode,
  rejectionMessages,
} from './failures.ts'
import { type Provider, providerCodes, providers } from './providers.ts'
import type { PayoutRequest, RemittanceRequest } from './requests.ts'
import type { PawapaySettings } from './settings.ts'

export type Product = 'payouts' | 'remittances'

/** The member that holds a payment's id, in requests and replies. */
export const idMember = { payouts: 'payoutId', remittances: 'remittanceId' } as const

/** A stored payout with the members that pawaPay adds. */
export type Payment = Payout & {
  message: {
    request: PayoutRequest | RemittanceRequest
    /** Waits until its provider is available again. */
    isEnqueued: boolean
    /** Set by pawaPay's own test numbers. */
    failureCode: FailureCode | null
  }
}

export function productOf({ message }: Payment): Product {
  return 'remittanceId' in message.request ? 'remittances' : 'payouts'
}

const statuses: Record<PayoutStatus, string> = {
  pending: 'PROCESSING',
  succeeded: 'COMPLETED',
  declined: 'FAILED',
  // The real API has no status for a payment reversed after COMPLETED, so this one is our own choice.
  reversed: 'REVERSED',
}

/** The payment as in the status and in callbacks. */
export function paymentView(payment: Payment): Record<string, unknown> {
  const { request, isEnqueued } = payment.message
  const hasArrived = payment.status === 'succeeded' || payment.status === 'reversed'
  return {
    [idMember[productOf(payment)]]: payment.reference,
    status: payment.status === 'pending' && isEnqueued ? 'ENQUEUED' : statuses[payment.status],
    amount: request.amount,
    currency: request.currency,
    country: 'COD',
    recipient: request.recipient,
    ...('sender' in request && { sender: request.sender }),
    ...optional('clientReferenceId', request.clientReferenceId),
    ...optional('customerMessage', request.customerMessage),
    created: utcSeconds(payment.takenAt),
    ...(hasArrived && { providerTransactionId: payment.upstreamId }),
    ...(payment.status === 'declined' && { failureReason: whyFailed(payment) }),
    ...(request.metadata && { metadata: flatten(request.metadata) }),
  }
}

const failureCodes = {
  refused: 'UNSPECIFIED_FAILURE',
  no_wallet: 'RECIPIENT_NOT_FOUND',
  cancelled: 'MANUALLY_CANCELLED',
} as const satisfies Record<DeclineReason, FailureCode>

function whyFailed({ message, declineReason }: Payment): FailureReason {
  const own = declineReason === 'refused' ? message.failureCode : null
  const code = own ?? failureCodes[declineReason ?? 'refused']
  return failureReason(code, failureMessages[code])
}

/** The reply to a new payment. */
export function initiationView(
  product: Product,
  id: string,
  status: 'ACCEPTED' | 'DUPLICATE_IGNORED',
  takenAt: number,
): object {
  return { [idMember[product]]: id, status, created: utcSeconds(takenAt) }
}

export function rejectionView(product: Product, id: string, code: RejectionCode): object {
  return {
    [idMember[product]]: id,
    status: 'REJECTED',
    failureReason: failureReason(code, rejectionMessages[code]),
  }
}

export function balancesView(floats: readonly { currency: string; minor: number }[]): object {
  return {
    balances: floats.map((amount) => ({
      country: 'COD',
      balance: formatAmount(amount),
      currency: amount.currency,
      provider: '',
    })),
  }
}

const operations = ['PAYOUT', 'REMITTANCE', 'DEPOSIT', 'REFUND'] as const
type Operation = (typeof operations)[number]

/** The operations that a query names: one, none for an unknown one, all when it names none. */
export function requestedOperations(operationType: string | undefined): readonly Operation[] {
  return operations.filter((operation) => operationType === undefined || operation === operationType)
}

export type Configuration = {
  settings: PawapaySettings
  callbackUrl: string | null
  operations: readonly Operation[]
}

const country = {
  country: 'COD',
  displayName: { en: 'Democratic Republic of the Congo', fr: 'République démocratique du Congo' },
  prefix: '243',
  flag: 'https://static-content.pawapay.io/country_flags/cod.svg',
}

export function activeConfView(found: Configuration): object {
  const { signedRequestsOnly, signedCallbacks } = found.settings
  return {
    companyName: 'Likuta sandbox',
    signatureConfiguration: { signedRequestsOnly, signedCallbacks },
    countries: [{ ...country, providers: providerCodes.map((code) => providerView(code, found)) }],
  }
}

function providerView(code: Provider, { settings, callbackUrl, operations: wanted }: Configuration): object {
  const { name, operator, currencies } = providers[code]
  const status = settings.availability[code]
  return {
    provider: code,
    displayName: name,
    logo: `https://static-content.pawapay.io/company_logos/${operator}.png`,
    nameDisplayedToCustomer: 'Likuta',
    currencies: Object.entries(currencies).map(([currency, limits]) => ({
      currency,
      displayName: currency === 'USD' ? '$' : 'FC',
      operationTypes: Object.fromEntries(
        wanted.map((operation) => [
          operation,
          { ...limits, status, callbackUrl, ...(operation === 'DEPOSIT' && promptView(code)) },
        ]),
      ),
    })),
  }
}

/** Only the prompt of Airtel can be called up again, according to a published configuration. */
function promptView(code: Provider): object {
  const automatic = { authType: 'PROVIDER_AUTH', pinPrompt: 'AUTOMATIC' }
  if (code !== 'AIRTEL_COD') return { ...automatic, pinPromptRevivable: false }
  const steps = (texts: string[]) => texts.map((text) => ({ text, template: text }))
  const instructions = {
    en: steps([
      'Dial *501#.',
      'Choose 1 (USD) or 2 (CDF), then 6, then 6.',
      'Choose the payment and enter your PIN.',
    ]),
    fr: steps([
      'Composez *501#.',
      'Choisissez 1 (USD) ou 2 (CDF), puis 6, puis 6.',
      'Choisissez le paiement et saisissez votre code PIN.',
    ]),
  }
  const channel = {
    type: 'USSD',
    displayName: { en: 'USSD', fr: 'USSD' },
    quickLink: 'tel:*501%23',
    variables: { shortCode: '*501#' },
  }
  return {
    ...automatic,
    pinPromptRevivable: true,
    pinPromptInstructions: { channels: [{ ...channel, instructions }] },
  }
}

export function availabilityView({ availability }: PawapaySettings, wanted: readonly Operation[]): object {
  return {
    country: 'COD',
    providers: providerCodes.map((provider) => ({
      provider,
      operationTypes: wanted.map((operationType) => ({ operationType, status: availability[provider] })),
    })),
  }
}

export function flatten(metadata: readonly Record<string, unknown>[]): Record<string, unknown> {
  const { isPII: _mark, ...fields } = Object.assign({}, ...metadata)
  return fields
}

export function optional(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}
