// What an approval is about, so that whoever decides sees it without leaving the page: the persons and the list entry of a held transfer,
// the payment of a refund, the payout, the limits before and after,
// the refund right in force.
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { cardText } from '../../ui/display/card.ts'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { formatPhone } from '../../ui/display/phone.ts'
import { Notice } from '../../ui/frame/notice.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { HoldComparison } from '../holds/hold-review.tsx'
import { limitValue } from '../limits/limit-value.ts'
import { limitTexts } from '../limits/texts.ts'
import { readPayment } from '../payments/payment.ts'
import type { PayoutDetail } from '../payouts/payout.ts'
import { PayoutCard } from '../payouts/payout-card.tsx'
import { State } from '../states.tsx'
import type { ApprovalDetail } from './approval.ts'
import { approvalTexts } from './texts.ts'

export function About({ approval }: { approval: ApprovalDetail }) {
  const t = approvalTexts()
  const { action, about, subject } = approval
  if (action === 'refund' || action === 'void') return <AboutPayment id={subject} />
  if (action === 'payout_end') return <AboutPayout id={subject} />
  if (about?.limit_rules) return <AboutLimits {...about.limit_rules} />
  if (about?.refund_right) return <AboutRight {...about.refund_right} />
  if (about?.other_number) return <AboutNumber {...about.other_number} />
  if (about?.transfer) return <HoldComparison hold={about.transfer} />
  return about?.transfer === null ? <Notice>{t.decidedTransfer}</Notice> : null
}

function AboutPayment({ id }: { id: string }) {
  const t = approvalTexts()
  const loaded = useLoad(`payment ${id}`, (signal) => readPayment(id, signal))
  return (
    <Await of={loaded}>
      {(payment) => (
        <Card title={t.payment} side={<State of="payment" is={payment.status} />}>
          <Facts
            facts={[
              [t.customer, payment.customer_name],
              [t.paid, formatMoney(payment.amount, payment.currency)],
              [t.refunded, formatMoney(refundedOf(payment.refunds), payment.currency)],
              [t.card, cardText(payment)],
            ]}
          />
        </Card>
      )}
    </Await>
  )
}

/** The wallet to which the money would go, and whose it is. */
function AboutNumber({ number, operator, wallet_name, payer_name }: schemas.OtherNumber) {
  const t = approvalTexts()
  return (
    <Card title={t.destination}>
      <Facts
        facts={[
          [t.number, `${walletName(operator)} ${formatPhone(number)}`],
          [t.walletOwner, wallet_name ?? t.noName],
          [t.payer, payer_name],
        ]}
      />
    </Card>
  )
}

/** What was refunded before, as text: amounts are never added as floating-point dollars. */
function refundedOf(refunds: readonly { amount: string | null; status: string }[]): string {
  const cents = refunds
    .filter(({ status }) => status === 'SUCCESS')
    .reduce((sum, { amount }) => sum + Math.round(Number(amount ?? 0) * 100), 0)
  return (cents / 100).toFixed(2)
}

function AboutPayout({ id }: { id: string }) {
  const loaded = useLoad(`payout ${id}`, (signal) =>
    api.get<PayoutDetail>(`/payouts/${encodeURIComponent(id)}`, {}, signal),
  )
  return <Await of={loaded}>{(payout) => <PayoutCard payout={payout} />}</Await>
}

/** The right and the limits in force, which the request would raise. */
function AboutRight(right: schemas.RefundRightInForce) {
  const t = approvalTexts()
  return (
    <Card title={t.inForce}>
      <Facts
        facts={[
          [t.mayRefund, right.may_refund ? t.yes : t.no],
          [t.belowZero('USD'), formatMoney(right.negative_balance_limit, 'USD')],
          [t.belowZero('CDF'), formatMoney(right.negative_balance_limit_cdf, 'CDF')],
        ]}
      />
    </Card>
  )
}

type Rules = schemas.LimitRulesChange

/** Both sets beside each other, with what is missing or new in one of them marked. */
function AboutLimits({ before, after }: Rules) {
  const t = approvalTexts()
  return (
    <div class="columns">
      <RuleList title={t.before} rules={before} others={after} />
      <RuleList title={t.after} rules={after} others={before} />
    </div>
  )
}

function RuleList({
  title,
  rules,
  others,
}: {
  title: string
  rules: Rules['before']
  others: Rules['before']
}) {
  const t = approvalTexts()
  const known = new Set(others.map((rule) => JSON.stringify(rule)))
  const { subjects, measures, windows, outcomes } = limitTexts()
  return (
    <Card title={title}>
      {rules.length === 0 && <p>{t.noRules}</p>}
      <ul>
        {rules.map((rule) => {
          const { id, subject, measure, window, limit, outcome } = rule
          const counted = `${subjects[subject]}, ${measures[measure]} ${windows[window]}`
          const words = `${t.rule(counted, limitValue({ subject, measure }, limit))} · ${outcomes[outcome]}`
          return <li key={id}>{known.has(JSON.stringify(rule)) ? words : <mark>{words}</mark>}</li>
        })}
      </ul>
    </Card>
  )
}
