// One payout as an admin sees it, with its history and the decision it may wait for.
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { payoutMoments } from '../../ui/payouts/payout-facts.tsx'
import { payoutTexts } from '../../ui/payouts/texts.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { PendingApprovals } from '../parts/pending.tsx'
import type { PayoutDetail } from './payout.ts'
import { PayoutActions } from './payout-actions.tsx'
import { PayoutCard } from './payout-card.tsx'
import { PayoutDecision } from './payout-decision.tsx'
import { payoutsTexts } from './texts.ts'

export function PayoutPage({ id }: { id: string }) {
  const t = payoutsTexts()
  const loaded = useLoad(`payout ${id}`, (signal) =>
    api.get<PayoutDetail>(`/payouts/${encodeURIComponent(id)}`, {}, signal),
  )
  const payout = loaded.data
  return (
    <Page
      title={payout ? formatMoney(payout.amount, payout.currency) : t.payout}
      back={{ href: '/console/payouts', label: t.back }}
      intro={payout?.merchant_name}
      side={payout && <PayoutDecision payout={payout} settled={loaded.reload} />}
    >
      <Await of={loaded}>
        {(found) => (
          <div class="columns uneven">
            <PayoutCard payout={found} />
            <div class="stack">
              <PendingApprovals pending={found.pending_approvals} />
              <PayoutActions payout={found} settled={loaded.reload} />
              <Card title={payoutTexts().history}>
                <Timeline moments={payoutMoments(found, detailOf)} />
              </Card>
            </div>
          </div>
        )}
      </Await>
    </Page>
  )
}

/** Who acted, in the reader's language; what else the service notes is for its log. */
function detailOf({ event, detail }: PayoutDetail['history'][number]): string {
  const t = payoutsTexts()
  const requesters: Readonly<Record<string, string>> = t.requesters
  const [, actor] = /^by (.+)$/.exec(detail) ?? []
  if (actor === undefined || !['requested', 'approved', 'rejected', 'cancelled'].includes(event)) return ''
  return t.by(requesters[actor] ?? actor)
}
