// What the page of a payment says about it, in the order in which a merchant asks: who paid and how, the amounts, and last
// the identifiers that machines need.
import { formatMoney, formatRate } from '../../ui/display/amount.tsx'
import { cardText } from '../../ui/display/card.ts'
import { Code, type Fact } from '../../ui/display/facts.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { areMinutesApart, Time } from '../../ui/display/time.tsx'
import { walletText } from '../../ui/display/wallet.ts'
import { countryName } from '../../ui/language/language.ts'
import type { PaymentDetail } from '../api-types.ts'
import { labelOf } from '../labels.ts'
import { paymentLabel } from './payment-labels.ts'
import { paymentTexts } from './texts.ts'

/** What is not known yet, such as the card of a payment nobody made, is left out. */
export function summaryFacts(payment: PaymentDetail): Fact[] {
  const t = paymentTexts()
  const { bill_to, created_at, finalised_at } = payment
  const facts: Fact[] = [
    [t.customer, payment.customer_name],
    [t.billTo.phone, bill_to.phone && formatPhone(bill_to.phone)],
    [t.card, cardText(payment)],
    [t.wallet, walletText(payment)],
    [t.created, <Time key="created" at={created_at} />],
    [
      t.finalised,
      finalised_at && areMinutesApart(created_at, finalised_at) && <Time key="end" at={finalised_at} />,
    ],
  ]
  return facts.filter(([, value]) => value)
}

export function moneyFacts(payment: PaymentDetail): Fact[] {
  const t = paymentTexts()
  const { moves, amount, currency, financial, refunds } = payment
  // Commission and balance apply only to a payment that was captured.
  if (!moves.some(({ to }) => to === 'SUCCESS')) return [[t.amount, formatMoney(amount, currency)]]
  const isVoided = payment.status === 'VOIDED'
  const returned = isVoided ? amount : financial.refunded_amount
  const taken = (sum: string | null) => formatMoney(`-${sum}`, currency)
  const isSum = (sum: string | null) => Number(sum) > 0
  return [
    [t.paid, formatMoney(amount, currency)],
    ...(isSum(returned) ? [[isVoided ? t.voided : t.refunded, taken(returned)] as Fact] : []),
    ...(isSum(financial.disputed_amount)
      ? [[payment.disputed ? t.disputed : t.lost, taken(financial.disputed_amount)] as Fact]
      : []),
    ...(isVoided
      ? []
      : [[t.commission(formatRate(financial.commission_rate)), taken(financial.commission_amount)] as Fact]),
    balanceFact(payment),
    ...refunds
      .filter(({ status }) => status !== 'SUCCESS')
      .map(
        (refund): Fact => [
          t.refund,
          <span key={refund.created_at}>
            {formatMoney(refund.amount, currency)} · {labelOf('refund', refund.status)}
          </span>,
        ],
      ),
  ]
}

/** What is left of the payment, or what it costs the merchant where disputes took more than it brought. */
function balanceFact({ financial: { net_amount }, currency }: PaymentDetail): Fact {
  const t = paymentTexts()
  const isCost = Number(net_amount) < 0
  return [
    isCost ? t.cost : t.balance,
    <strong key="balance">
      {formatMoney(isCost ? net_amount!.replace('-', '') : net_amount, currency)}
    </strong>,
  ]
}

/** The rest of the billing details that the order has, in the order of the payment form. */
export function addressFacts({ bill_to }: PaymentDetail): Fact[] {
  const { forename: _, surname: __, phone: ___, ...names } = paymentTexts().billTo
  return (Object.keys(names) as (keyof typeof names)[]).flatMap((field): Fact[] => {
    const value = bill_to[field]
    return value ? [[names[field], field === 'address_country' ? countryName(value) : value]] : []
  })
}

export function identifierFacts(payment: PaymentDetail): Fact[] {
  const t = paymentTexts()
  return [
    [t.reference, payment.merchant_reference, payment.merchant_reference],
    [t.id, <Code key="id">{payment.transaction_uuid}</Code>, payment.transaction_uuid],
    [t.origin, paymentLabel('origin', payment.origin)],
    [
      t.paymentId[payment.operator ? 'phone' : 'card'],
      payment.cs_payment_id && <Code key="gateway">{payment.cs_payment_id}</Code>,
    ],
    [t.created, <Time key="created" at={payment.created_at} look="exact" />],
    [t.finalised, payment.finalised_at && <Time key="end" at={payment.finalised_at} look="exact" />],
  ]
}
