// The queue of refund requests that wait for an admin, reviewed one at a time.
import { useState } from 'preact/hooks'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { recordDecision } from '../overview/queues.ts'
import { Money } from '../parts/money.tsx'
import { Since } from '../parts/since.tsx'
import { QueuePage, useNext } from '../queue/queue-page.tsx'
import { listWaiting, type RefundRequest } from './request.ts'
import { RequestDecision } from './request-decision.tsx'
import { type Act, RequestReview } from './request-review.tsx'
import { refundRequestTexts } from './texts.ts'

const base = '/console/refund-requests'
const idOf = ({ id }: RefundRequest) => String(id)

export function RefundRequestsPage({ id }: { id?: string }) {
  const t = refundRequestTexts()
  const loaded = useLoad('refund requests', listWaiting, { everyMs: 20_000 })
  const [deciding, setDeciding] = useState<{ request: RefundRequest; act: Act }>()
  const queue = { loaded, idOf, base, id }
  const goOn = useNext(queue)
  return (
    <QueuePage
      queue={queue}
      texts={t}
      line={(request) => <QueueLine request={request} />}
      notFound={
        <EmptyState title={t.notFound}>
          <p>{t.notFoundText}</p>
        </EmptyState>
      }
      review={(request) => (
        <RequestReview request={request} decide={(act) => setDeciding({ request, act })} />
      )}
    >
      {deciding && (
        <RequestDecision
          {...deciding}
          decided={() => goOn(deciding.request)}
          settled={() => {
            loaded.reload()
            recordDecision()
          }}
          close={() => setDeciding(undefined)}
        />
      )}
    </QueuePage>
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
      <small>{request.merchant_name}</small>
      <small>
        <Since at={request.created_at} text={t.waitingSince} />
      </small>
    </>
  )
}
