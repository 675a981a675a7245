import type { DisputeSummary } from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { Money } from '../parts/money.tsx'
import { State } from '../states.tsx'
import { disputeTexts } from './texts.ts'

/** The disputes of a payment, each with a link to its page; nothing for a payment without any. */
export function DisputesOfPayment({ disputes }: { disputes: readonly DisputeSummary[] }) {
  if (disputes.length === 0) return null
  return (
    <Card title={disputeTexts().title}>
      {disputes.map(({ dispute_id, state, amount, currency }) => (
        <p key={dispute_id}>
          <a href={`/console/disputes/${dispute_id}`}>
            <Money amount={amount} currency={currency} />
          </a>{' '}
          <State of="dispute" is={state} />
        </p>
      ))}
    </Card>
  )
}
