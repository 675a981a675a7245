// Payouts and remittances: validation, acceptance, status, resent callbacks and cancellation.
import { type Amount, parseAmount } from '../../amount.ts'
import type { Message, Payout } from '../books/book.ts'
import { repeatCallback } from '../callbacks/send-callbacks.ts'
import type { Operators } from '../operators.ts'
import { inquire } from '../payouts/name-lookup.ts'
import { cancel, type PayoutRefusal, pay } from '../payouts/payout.ts'
import { type Subscriber, subscriberOf } from '../payouts/subscribers.ts'
import { type FailureCode, Rejected, type RejectionCode } from './failures.ts'
import { isProvider, type Provider, providers } from './providers.ts'
import {
  type PayoutRequest,
  payoutRequest,
  type RemittanceRequest,
  readRequest,
  remittanceRequest,
} from './requests.ts'
import {
  idMember,
  initiationView,
  type Payment,
  type Product,
  paymentView,
  productOf,
  rejectionView,
} from './views.ts'

type Request = PayoutRequest | RemittanceRequest

const rejections: Record<PayoutRefusal, RejectionCode> = {
  no_wallet: 'INVALID_PHONE_NUMBER',
  currency: 'INVALID_CURRENCY',
  amount_too_small: 'AMOUNT_OUT_OF_BOUNDS',
  amount_too_large: 'AMOUNT_OUT_OF_BOUNDS',
  float: 'PAWAPAY_WALLET_OUT_OF_FUNDS',
}

/** Accepts a payment or returns why not. A known id gets its reply before anything else is checked. */
export async function initiate(
  operators: Operators,
  product: Product,
  body: Message | null,
): Promise<object> {
  const request: Request =
    product === 'payouts' ? readRequest(payoutRequest, body) : readRequest(remittanceRequest, body)
  const id = 'payoutId' in request ? request.payoutId : request.remittanceId
  try {
    const known = operators.book.payoutByReference('pawapay', id)
    if (known) return ignore(operators, product, known)
    return initiationView(product, id, 'ACCEPTED', await accept(operators, id, request))
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    return rejectionView(product, id, error.code)
  }
}

function ignore(operators: Operators, product: Product, { reference, msisdn, takenAt }: Payout): object {
  const at = operators.clock.now()
  operators.book.addRequest({ protocol: 'pawapay', kind: 'pay', reference, msisdn, outcome: 'duplicate', at })
  return initiationView(product, reference, 'DUPLICATE_IGNORED', takenAt)
}

/** Returns when it was accepted, in milliseconds. */
async function accept(operators: Operators, id: string, request: Request): Promise<number> {
  const { phoneNumber, provider } = request.recipient.accountDetails
  if (!isProvider(provider)) throw new Rejected('INVALID_PROVIDER')
  const subscriber = subscriberAt(phoneNumber, provider)
  const amount = readAmount(request, provider)
  const availability = operators.settings.pawapay.availability[provider]
  if (availability === 'CLOSED') throw new Rejected('PROVIDER_TEMPORARILY_UNAVAILABLE')
  const special = operators.settings.pawapay.honoursTestNumbers ? testNumberOf(phoneNumber) : null
  const isEnqueued = availability === 'DELAYED'
  const response = await pay(operators, {
    protocol: 'pawapay',
    reference: id,
    clientReference: request.clientReferenceId ?? null,
    subscriber: special?.failureCode ? { ...subscriber, behaviour: 'declined' } : subscriber,
    amount,
    callbackUrl: null,
    message: { request, isEnqueued, failureCode: special?.failureCode ?? null },
    missingWallet: 'declined_later',
    isHeld: isEnqueued || special?.staysPending === true,
  })
  if (response.kind === 'refused') throw new Rejected(rejections[response.refusal])
  return response.payout.takenAt
}

export function subscriberAt(phoneNumber: string, provider: Provider): Subscriber {
  const subscriber = subscriberOf(phoneNumber)
  if (subscriber?.operator !== providers[provider].operator) throw new Rejected('INVALID_PHONE_NUMBER')
  return subscriber
}

export function readAmount(
  { amount, currency }: { amount: string; currency: string },
  provider: Provider,
): Amount {
  if (currency !== 'USD' && currency !== 'CDF') throw new Rejected('INVALID_CURRENCY')
  const { minAmount, maxAmount, decimalsInAmount } = providers[provider].currencies[currency]
  const decimals = decimalsInAmount === 'NONE' ? 0 : 2
  if ((amount.split('.')[1] ?? '').length > decimals) throw new Rejected('INVALID_AMOUNT')
  const minor = parseAmount(amount, currency)
  const [least, most] = [minAmount, maxAmount].map((limit) => parseAmount(limit, currency) ?? 0) as [
    number,
    number,
  ]
  if (minor === null || minor < least || minor > most) throw new Rejected('AMOUNT_OUT_OF_BOUNDS')
  return { minor, currency }
}

type TestNumber = { failureCode: FailureCode | null; staysPending: boolean }

const testNumbers: Record<string, TestNumber> = {
  '089': { failureCode: 'RECIPIENT_NOT_FOUND', staysPending: false },
  '099': { failureCode: 'WALLET_LIMIT_REACHED', staysPending: false },
  '109': { failureCode: 'RECIPIENT_LIMIT_REACHED', staysPending: false },
  '119': { failureCode: 'UNSPECIFIED_FAILURE', staysPending: false },
  '129': { failureCode: null, staysPending: true },
}

/** pawaPay's own sandbox decides by the last three digits; 789 and all others succeed. */
function testNumberOf(phoneNumber: string): TestNumber | null {
  return testNumbers[phoneNumber.slice(-3)] ?? null
}

/** The payment of this product with this id. */
function find(operators: Operators, product: Product, id: string): Payment | null {
  const payment = operators.book.payoutByReference('pawapay', id) as Payment | null
  return payment && productOf(payment) === product ? payment : null
}

export function renderPayment(operators: Operators, product: Product, id: string): object {
  const payment = find(operators, product, id)
  inquire(operators, 'pawapay', id, payment)
  return payment ? { status: 'FOUND', data: paymentView(payment) } : { status: 'NOT_FOUND' }
}

/** Sends one more callback about a payment that has ended, whether or not the first was delivered. */
export function resendCallback(operators: Operators, product: Product, id: string): object {
  const payment = find(operators, product, id)
  if (!payment) return rejectionView(product, id, 'NOT_FOUND')
  if (payment.status === 'pending') return rejectionView(product, id, 'INVALID_STATE')
  repeatCallback(operators, payment)
  return { [idMember[product]]: id, status: 'ACCEPTED' }
}

/** Cancels a payment that waits for its provider; others cannot be cancelled. */
export function failEnqueued(operators: Operators, product: Product, id: string): object {
  const payment = find(operators, product, id)
  if (!payment) return rejectionView(product, id, 'NOT_FOUND')
  if (!payment.message.isEnqueued || payment.status !== 'pending') {
    return rejectionView(product, id, 'INVALID_STATE')
  }
  cancel(operators, payment.id)
  return { [idMember[product]]: id, status: 'ACCEPTED' }
}
