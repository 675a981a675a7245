// What waits in the queue of its own kind: the facts, and the way there.
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { MerchantLink } from '../names/merchant.tsx'
import { Money } from '../parts/money.tsx'
import { referenceOf, type Waiting } from './approval.ts'
import { approvalTexts, nameOf } from './texts.ts'

const pages = {
  refund_request: ({ id }: Waiting) => `refund-requests/${id}`,
  payout: ({ id }: Waiting) => `payout-approvals/${id}`,
  payout_batch: ({ id }: Waiting) => `payout-batches/${id}`,
  adjustment: () => 'wallets',
  write_off: () => 'bank',
  rates: () => 'rates',
  hold: ({ id }: Waiting) => `holds/${id}`,
  case: ({ id }: Waiting) => `cases/${id}`,
  go_live: ({ merchant_code }: Waiting) => `merchants/${encodeURIComponent(merchant_code ?? '')}`,
} as const

export function ElsewhereReview({ waiting }: { waiting: Waiting }) {
  const t = approvalTexts()
  const { kind, amount, currency, merchant_code, merchant_name, reason, requested_by, own } = waiting
  if (kind === 'approval') return null
  return (
    <article class="stack">
      <header class="decide">
        <div>
          <h2>{nameOf(waiting)}</h2>
          {merchant_name && <p>{merchant_name}</p>}
        </div>
        <div class="actions">
          <ButtonLink appearance="main" href={`/console/${pages[kind](waiting)}`}>
            {t.open}
          </ButtonLink>
        </div>
      </header>
      <Card title={t.request}>
        <Facts
          facts={[
            ...(amount === null ? [] : [[t.amount, <Money amount={amount} currency={currency} />] as const]),
            ...(merchant_code === null
              ? []
              : [[t.merchant, <MerchantLink code={merchant_code} name={merchant_name} />] as const]),
            ...(referenceOf(waiting) === null ? [] : [[t.reference, referenceOf(waiting)] as const]),
            ...(kind === 'case'
              ? [[t.outcome, t.outcomes[waiting.subject] ?? waiting.subject] as const]
              : []),
            ...(reason === null ? [] : [[t.reason, reason] as const]),
            ...(requested_by === null
              ? []
              : [[t.requestedBy, own ? t.you(requested_by) : requested_by] as const]),
            [t.requested, <Time at={waiting.requested_at} look="exact" />],
          ]}
        />
      </Card>
    </article>
  )
}
