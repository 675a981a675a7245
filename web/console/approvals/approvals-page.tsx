// Everything that waits for an admin, reviewed one at a time: acts of other admins are decided here, the rest on the page of
// its own queue.
import { EmptyState } from '../../ui/frame/notice.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { Money } from '../parts/money.tsx'
import { Since } from '../parts/since.tsx'
import { QueuePage, useNext } from '../queue/queue-page.tsx'
import { listWaiting, referenceOf, type Waiting } from './approval.ts'
import { ApprovalReview } from './approval-review.tsx'
import { ElsewhereReview } from './elsewhere-review.tsx'
import { approvalTexts, nameOf } from './texts.ts'

const base = '/console/approvals'
const idOf = ({ kind, id }: Waiting) => `${kind}-${id}`

export function ApprovalsPage({ id }: { id?: string }) {
  const t = approvalTexts()
  const loaded = useLoad('waiting decisions', listWaiting, { everyMs: 20_000 })
  const queue = { loaded, idOf, base, id }
  const goOn = useNext(queue)
  return (
    <QueuePage
      queue={queue}
      texts={t}
      line={(waiting) => <QueueLine waiting={waiting} />}
      notFound={
        <EmptyState title={t.notFound}>
          <p>{t.notFoundText}</p>
        </EmptyState>
      }
      review={(waiting) =>
        waiting.kind === 'approval' ? (
          <ApprovalReview
            key={waiting.id}
            id={waiting.id}
            decided={() => goOn(waiting)}
            settled={loaded.reload}
          />
        ) : (
          <ElsewhereReview waiting={waiting} />
        )
      }
    >
      {null}
    </QueuePage>
  )
}

function QueueLine({ waiting }: { waiting: Waiting }) {
  const t = approvalTexts()
  const { amount, currency, merchant_name, requested_by, requested_at, own } = waiting
  return (
    <>
      <strong>
        {nameOf(waiting)}
        {amount !== null && (
          <>
            {' '}
            <Money amount={amount} currency={currency} />
          </>
        )}
      </strong>
      <span>{[merchant_name, referenceOf(waiting)].filter(Boolean).join(' · ')}</span>
      <small>
        {requested_by && `${own ? t.byYou : t.by(requested_by)} · `}
        <Since at={requested_at} text={t.waitingSince} />
      </small>
    </>
  )
}
