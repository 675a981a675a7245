// What pawaPay says of payments, providers and wallets.
import { formatAmount } from '../../amount.ts'
import { utcSeconds } from '../../clock.ts'
import type { Payout, PayoutStatus } from '../book.ts'
import {
  type FailureCode,
  failureMessages,
  failureReason,
  type RejectionCode,
  rejectionMessages,
} from './failures.ts'
import { type Availability, type Provider, providerCodes, providers } from './providers.ts'
import type { PayoutRequest, RemittanceRequest } from './requests.ts'

export type Product = 'payouts' | 'remittances'
export const products = ['payouts', 'remittances'] as const

/** What the payment's id is called, in requests as in answers. */
export const idMember = { payouts: 'payoutId', remittances: 'remittanceId' } as const

/** One entry of the books as pawaPay sees it. */
export type Payment = Payout & {
  message: (PayoutRequest | RemittanceRequest) & { enqueued?: boolean; failureCode?: FailureCode }
}

export function productOf(payment: Payout): Product {
  return 'remittanceId' in payment.message ? 'remittances' : 'payouts'
}

const statuses: Record<PayoutStatus, string> = {
  pending: 'PROCESSING',
  succeeded: 'COMPLETED',
  declined: 'FAILED',
  // The true one has no word for money taken back after COMPLETED: this status is our own choice.
  reversed: 'REVERSED',
}

/** The payment as in the status and, but for the wrapping, in the callback. */
export function paymentView(payment: Payment): Record<string, unknown> {
  const { message } = payment
  const product = productOf(payment)
  const isSettled = payment.status !== 'pending'
  return {
    [idMember[product]]: payment.reference,
    status: payment.status === 'pending' && message.enqueued ? 'ENQUEUED' : statuses[payment.status],
    amount: message.amount,
    currency: message.currency,
    country: 'COD',
    recipient: message.recipient,
    ...('sender' in message && { sender: message.sender }),
    ...optional('clientReferenceId', message.clientReferenceId),
    ...optional('customerMessage', message.customerMessage),
    created: utcSeconds(payment.takenAt),
    ...(isSettled && payment.status !== 'declined' && { providerTransactionId: payment.upstreamId }),
    ...(payment.status === 'declined' && { failureReason: whyFailed(payment) }),
    ...(message.metadata && { metadata: flatten(message.metadata) }),
  }
}

function whyFailed(payment: Payment): object {
  const code =
    payment.message.failureCode ??
    (payment.declineReason === 'no_wallet' ? 'RECIPIENT_NOT_FOUND' : 'UNSPECIFIED_FAILURE')
  return failureReason(code, failureMessages[code])
}

/** The answer to a new payment. */
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

export type Configuration = {
  signedRequestsOnly: boolean
  signedCallbacks: boolean
  callbackUrls: Record<Product, string | null>
  availability: Record<Provider, Availability>
  /** Only this operation when a query asks for one. */
  operation: Operation | null
}

const operations = ['PAYOUT', 'REMITTANCE'] as const
export type Operation = (typeof operations)[number]
const productOfOperation = { PAYOUT: 'payouts', REMITTANCE: 'remittances' } as const

const country = {
  country: 'COD',
  displayName: { en: 'Democratic Republic of the Congo', fr: 'République démocratique du Congo' },
  prefix: '243',
  flag: 'https://static-content.pawapay.io/country_flags/cod.svg',
}

export function activeConfView(found: Configuration): object {
  const { signedRequestsOnly, signedCallbacks } = found
  return {
    companyName: 'Mosolo sandbox',
    signatureConfiguration: { signedRequestsOnly, signedCallbacks },
    countries: [{ ...country, providers: providerCodes.map((code) => providerView(code, found)) }],
  }
}

function providerView(code: Provider, found: Configuration): object {
  const { name, currencies } = providers[code]
  return {
    provider: code,
    displayName: name,
    logo: `https://static-content.pawapay.io/company_logos/${providers[code].operator}.png`,
    nameDisplayedToCustomer: 'Mosolo',
    currencies: Object.entries(currencies).map(([currency, limits]) => ({
      currency,
      displayName: currency === 'USD' ? '$' : 'FC',
      operationTypes: Object.fromEntries(
        asked(found.operation).map((operation) => [
          operation,
          {
            ...limits,
            status: found.availability[code],
            callbackUrl: found.callbackUrls[productOfOperation[operation]],
          },
        ]),
      ),
    })),
  }
}

export function availabilityView(
  availability: Record<Provider, Availability>,
  operation: Operation | null,
): object[] {
  return [
    {
      country: 'COD',
      providers: providerCodes.map((provider) => ({
        provider,
        operationTypes: asked(operation).map((operationType) => ({
          operationType,
          status: availability[provider],
        })),
      })),
    },
  ]
}

function asked(operation: Operation | null): readonly Operation[] {
  return operation ? [operation] : operations
}

export function isOperation(text: string): text is Operation {
  return operations.some((operation) => operation === text)
}

function flatten(metadata: readonly Record<string, unknown>[]): Record<string, unknown> {
  const { isPII: _mark, ...fields } = Object.assign({}, ...metadata)
  return fields
}

function optional(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}
