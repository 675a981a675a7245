// Parses the disbursement body in its three versions and refuses invalid ones.
import { type Amount, parseAmount } from '../../amount.ts'
import type { Message } from '../books/book.ts'
import { asObject, asText } from '../message.ts'
import { type Subscriber, subscriberOf } from '../payouts/subscribers.ts'
import { badParameters, codes, refusal } from './replies.ts'

export type Version = 'v1' | 'v2' | 'v3'

export type Disbursement = {
  subscriber: Subscriber
  amount: Amount
  reference: string
  transactionId: string
  pin: unknown
}

/** @param currency the X-Currency header; version 2 repeats it in the payee. */
export function readDisbursement(version: Version, message: Message | null, currency: string): Disbursement {
  if (!message) throw badParameters('The body is not a JSON object')
  const payee = asObject(message.payee) ?? {}
  const transaction = asObject(message.transaction) ?? {}
  if (version === 'v2' && payee.currency !== currency) throw badParameters('payee.currency is not X-Currency')
  if (version === 'v3' && !isOneOf(['NORMAL', 'SALARY'], payee.wallet_type)) {
    throw badParameters('payee.wallet_type must be NORMAL or SALARY')
  }
  if (version !== 'v1' && !isOneOf(['B2C', 'B2B'], transaction.type)) {
    throw badParameters('transaction.type must be B2C or B2B')
  }
  const reference = asText(message.reference)
  if (!reference || !/^[0-9A-Za-z]{4,64}$/.test(reference)) {
    throw badParameters('reference must have 4 to 64 letters and digits')
  }
  const transactionId = asText(transaction.id)
  if (!transactionId || transactionId.length > 64)
    throw badParameters('transaction.id must have 1 to 64 characters')
  return {
    subscriber: payeeOf(payee.msisdn),
    amount: amountOf(transaction.amount, currency),
    reference,
    transactionId,
    pin: message.pin,
  }
}

function payeeOf(msisdn: unknown): Subscriber {
  if (!/^[0-9]{9}$/.test(String(msisdn))) {
    throw refusal(codes.badParameters, 'msisdn must have the 9 national digits', '521002')
  }
  const subscriber = airtelSubscriber(String(msisdn))
  if (!subscriber) throw refusal(codes.invalidNumber, 'The mobile number does not belong to this operator')
  return subscriber
}

/** The subscriber of the 9 national digits, if it is an Airtel number. */
export function airtelSubscriber(nationalNumber: string): Subscriber | null {
  const subscriber = subscriberOf(`243${nationalNumber}`)
  return subscriber?.operator === 'airtel' ? subscriber : null
}

function amountOf(value: unknown, currency: string): Amount {
  const isPlain = typeof value === 'number' || typeof value === 'string'
  const minor = isPlain ? parseAmount(String(value), currency) : null
  if (minor === null) throw refusal(codes.invalidAmount, 'Invalid amount', 'ESB000008')
  return { minor, currency }
}

function isOneOf(known: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && known.includes(value)
}
