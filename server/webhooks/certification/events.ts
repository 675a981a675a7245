// Events of orders that do not exist, with the fields of real ones; a test beside `likuta webhooks send` compares them.
import { newId, randomCode } from '../../kernel/id.ts'

export type EventBody = Record<string, unknown>

/** The order that one check is about. */
export type Subject = { reference: string; uuid: string; transfer: string }

/** @param run distinguishes the orders of one run from those of the next. */
export function subjectOf(run: string, check: string): Subject {
  return {
    reference: `CERT-${run}-${check.toUpperCase().replaceAll('_', '-')}`,
    uuid: `LKT-20261121-093000-${randomCode(8)}-CD`,
    transfer: `IMT-IN-${randomCode(16)}`,
  }
}

export const newRun = (): string => randomCode(6)

export function paidBody({ reference, uuid }: Subject, changes: EventBody = {}): EventBody {
  return {
    status: 'SUCCESS',
    reference,
    amount: '25.50',
    currency: 'USD',
    decision: 'ACCEPT',
    message: '',
    transaction_uuid: uuid,
    cs_payment_id: '7321098456123456789012',
    auth_cavv_result: '2',
    customer_name: 'Grace Mukendi',
    customer_email: 'grace@example.com',
    cavv_message: 'Validated and authenticated',
    card_type: 'VISA',
    card_last4: '4242',
    card_expiry_date: '12-2030',
    card_bin_country: 'CD',
    card_issuer: 'BANQUE DU PLATEAU (SANDBOX)',
    card_scheme: 'VISA CREDIT',
    ...changes,
  }
}

export const failedBody = (subject: Subject): EventBody =>
  paidBody(subject, { status: 'FAILED', decision: 'REJECT', message: 'Insufficient funds' })

export function cancellationBody({ reference, uuid }: Subject, at: Temporal.Instant): EventBody {
  return {
    event_type: 'PAYMENT_CANCELLATION',
    transaction_uuid: uuid,
    reference,
    amount: '25.50',
    currency: 'USD',
    timestamp: utc(at),
  }
}

/** A refund of the whole payment. */
export function refundBody({ reference, uuid }: Subject, at: Temporal.Instant): EventBody {
  return {
    event_type: 'REFUND',
    status: 'SUCCESS',
    transaction_uuid: uuid,
    reference,
    cs_payment_id: '7321098456123456789012',
    cs_refund_id: '7321098456123456789077',
    refund_id: 12,
    amount: '25.5000',
    currency: 'USD',
    refunded_total: '25.5000',
    remaining: '0.0000',
    reason: 'The shirt came back',
    reason_code: '',
    message: '',
    timestamp: utc(at),
  }
}

export function transferBody(
  { reference, transfer }: Subject,
  status: 'Successful' | 'Reversed',
  at: Temporal.Instant,
  amount = 1,
): EventBody {
  const time = at.toString({ fractionalSecondDigits: 6 }).replace('Z', '')
  return {
    event_type: 'REMITTANCE',
    reference,
    transaction_id: transfer,
    status,
    amount,
    currency: 'USD',
    receiver_amount: amount,
    receiver_currency: 'USD',
    operator: 'vodacom',
    customer_number: '243810000001',
    subscriber_name: 'Jean Mukendi',
    telco_reference: 'SIM-VODACOM-1K82PP472YGMXC',
    failure_code: null,
    failure_message: null,
    created_at: time,
    completed_at: time,
    timestamp: time,
  }
}

/** The same object as another writer of JSON may send it: with spaces, escapes and a number that ends in a zero. */
export function rewritten(body: EventBody): string {
  const text = JSON.stringify(body, null, 2).replaceAll('/', '\\/').replace('Grace', '\\u0047race')
  return text.replace(/\n}$/, ',\n  "certification": 1.50\n}')
}

/** A secret that signs for nobody. */
export const foreignSecret = (): string => `whsec_${newId()}`

const utc = (at: Temporal.Instant): string => at.toString({ smallestUnit: 'second' })
