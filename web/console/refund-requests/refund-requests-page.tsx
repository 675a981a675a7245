// The queue of refund requests that wait for an admin, reviewed one at a time.
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { noteDecision } from '../overview/queues.ts'
import { Money } from '../parts/money.tsx'
import { itemAfter, ReviewQueue } from '../parts/review-queue.tsx'
import { Since } from '../parts/since.tsx'
import { listWaiting, type RefundRequest } from './request.ts'
import { RequestDecision } from './request-decision.tsx'
import { type Act, RequestReview } from './request-review.tsx'
import { refundRequestTexts } from './texts.ts'

const base = '/console/refund-requests'
const idOf = ({ id }: RefundRequest) => String(id)

export function RefundRequestsPage({ id }: { id?: string }) {
  const t = refundRequestTexts()
  const { route } = useLocation()
  const requests = useLoad('refund requests', listWaiting, { everyMs: 20_000 })
  const [deciding, setDeciding] = useState<{ request: RefundRequest; act: Act }>()
  const items = requests.data?.items ?? []
  const goOn = (request: RefundRequest) => {
    const next = itemAfter(items, idOf, idOf(request))
    route(next && id !== undefined ? `${base}/${next}` : base, true)
  }
  return (
    <Page title={t.title} intro={t.lead}>
      <Await of={requests}>
        {() =>
          items.length === 0 && id === undefined ? (
            <EmptyState title={t.empty}>
              <p>{t.emptyText}</p>
            </EmptyState>
          ) : (
            <ReviewQueue
              label={t.queue}
              items={items}
              idOf={idOf}
              base={base}
              open={id}
              line={(request) => <QueueLine request={request} />}
              notFound={
                <EmptyState title={t.notFound}>
                  <p>{t.notFoundText}</p>
                </EmptyState>
              }
            >
              {(request) => (
                <RequestReview request={request} decide={(act) => setDeciding({ request, act })} />
              )}
            </ReviewQueue>
          )
        }
      </Await>
      {deciding && (
        <RequestDecision
          {...deciding}
          decided={() => goOn(deciding.request)}
          settled={() => {
            requests.reload()
            noteDecision()
          }}
          close={() => setDeciding(undefined)}
        />
      )}
    </Page>
  )
}

function QueueLine({ request }: { request: RefundRequest }) {
  const t = refundRequestTexts()
  return (
    <>
      <strong>
        <Money amount={request.amount} currency={request.currency} />
      </strong>
      <span>{request.reason}</span>
      <small>
        {request.merchant_name} · <Since at={request.created_at} text={t.waitingSince} />
      </small>
    </>
  )
}
