// The review of one refund request: what the merchant asks for, the payment, and the two decisions.
import { Badge } from '../../ui/display/badge.tsx'
import { cardText } from '../../ui/display/card.ts'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { ActButton } from '../frame/act-button.tsx'
import { MerchantLink } from '../names/merchant.tsx'
import { WhyNot } from '../parts/actions.tsx'
import { Money } from '../parts/money.tsx'
import { shopTime } from '../parts/shop-time.ts'
import { State } from '../states.tsx'
import { environmentTexts } from '../texts.ts'
import type { RefundRequest } from './request.ts'
import { refundRequestTexts } from './texts.ts'

export type Act = 'approve' | 'reject'

export function RequestReview({ request, decide }: { request: RefundRequest; decide: (act: Act) => void }) {
  const t = refundRequestTexts()
  const { approve, reject } = request.allowed_actions
  return (
    <article class="stack">
      <header class="decide">
        <div>
          <h2>
            <Money amount={request.amount} currency={request.currency} />
          </h2>
          <p>{request.merchant_name}</p>
        </div>
        <div class="actions">
          {reject.allowed && (
            <ActButton right="refunds" appearance="danger" onClick={() => decide('reject')}>
              {t.reject}…
            </ActButton>
          )}
          {approve.allowed && (
            <ActButton right="refunds" appearance="main" onClick={() => decide('approve')}>
              {t.approve}…
            </ActButton>
          )}
          <WhyNot action={approve} />
        </div>
      </header>
      <Asked request={request} />
      <PaymentFacts request={request} />
    </article>
  )
}

function Asked({ request }: { request: RefundRequest }) {
  const t = refundRequestTexts()
  const { merchant_code, merchant_name, environment } = request
  return (
    <Card
      title={t.request}
      side={
        <Badge tone={environment === 'production' ? 'wait' : 'plain'}>
          {environmentTexts()[environment]}
        </Badge>
      }
    >
      <Facts
        facts={[
          [t.reason, request.reason],
          [t.merchant, <MerchantLink code={merchant_code} name={merchant_name} />],
          [t.requested, <Time at={request.created_at} look="exact" />],
          ...shopTime(request.created_at, request.time_zone),
        ]}
      />
    </Card>
  )
}

function PaymentFacts({ request }: { request: RefundRequest }) {
  const t = refundRequestTexts()
  const { payment, currency, transaction_uuid } = request
  return (
    <Card title={t.payment} side={<State of="payment" is={payment.status} />}>
      <Facts
        facts={[
          [
            t.reference,
            <a href={`/console/payments/${encodeURIComponent(transaction_uuid)}`}>
              {payment.merchant_reference}
            </a>,
          ],
          [t.transaction, transaction_uuid, transaction_uuid],
          [t.customer, payment.customer_name],
          [t.card, cardText(payment)],
          [t.paid, <Money amount={payment.amount} currency={currency} />],
          [t.alreadyRefunded, <Money amount={payment.refunded} currency={currency} />],
          [t.remaining, <Money amount={payment.remaining} currency={currency} />],
          [t.paidAt, payment.finalised_at && <Time at={payment.finalised_at} look="exact" />],
          ...shopTime(payment.finalised_at, request.time_zone),
          [t.until, payment.until && <Time at={payment.until} />],
        ]}
      />
    </Card>
  )
}
