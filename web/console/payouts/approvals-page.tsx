// The queue of payouts that wait for an admin, reviewed one at a time.
import { EmptyState } from '../../ui/frame/notice.tsx'
import { targetName } from '../../ui/payouts/payout-facts.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { Money } from '../parts/money.tsx'
import { Since } from '../parts/since.tsx'
import { QueuePage, useNext } from '../queue/queue-page.tsx'
import { listWaiting, type Payout } from './payout.ts'
import { PayoutCard } from './payout-card.tsx'
import { PayoutDecision } from './payout-decision.tsx'
import { payoutsTexts } from './texts.ts'

const base = '/console/payout-approvals'
const idOf = ({ payout_id }: Payout) => payout_id

export function PayoutApprovalsPage({ id }: { id?: string }) {
  const t = payoutsTexts()
  const loaded = useLoad('payout approvals', listWaiting, { everyMs: 20_000 })
  const queue = { loaded, idOf, base, id }
  const goOn = useNext(queue)
  return (
    <QueuePage
      queue={queue}
      texts={t.approvals}
      line={(payout) => <QueueLine payout={payout} />}
      notFound={
        <EmptyState title={t.notFound}>
          <p>{t.notFoundText}</p>
        </EmptyState>
      }
      review={(payout) => (
        <article class="stack">
          <header class="decide">
            <div>
              <h2>
                <Money amount={payout.amount} currency={payout.currency} />
              </h2>
              <p>{payout.merchant_name}</p>
            </div>
            <PayoutDecision
              key={payout.payout_id}
              payout={payout}
              decided={() => goOn(payout)}
              settled={loaded.reload}
            />
          </header>
          <PayoutCard payout={payout} />
        </article>
      )}
    >
      {null}
    </QueuePage>
  )
}

function QueueLine({ payout }: { payout: Payout }) {
  const t = payoutsTexts()
  return (
    <>
      <strong>
        <Money amount={payout.amount} currency={payout.currency} />
      </strong>
      <span>{payout.merchant_name}</span>
      <small>{targetName(payout.destination)}</small>
      <small>
        <Since at={payout.created_at} text={t.waitingSince} />
      </small>
    </>
  )
}
