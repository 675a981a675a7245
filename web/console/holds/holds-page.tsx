// The queue of held transfers, reviewed one at a time.
import { useRef, useState } from 'preact/hooks'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { recordDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { Money } from '../parts/money.tsx'
import { Since } from '../parts/since.tsx'
import { QueuePage, useNext } from '../queue/queue-page.tsx'
import { decisionTexts } from '../texts.ts'
import { decideHold, type Hold, listHolds } from './hold.ts'
import { HoldReview } from './hold-review.tsx'
import { FromTo, senderName } from './parties.tsx'
import { holdTexts } from './texts.ts'

const base = '/console/holds'
const idOf = ({ transaction_id }: Hold) => transaction_id

export function HoldsPage({ id }: { id?: string }) {
  const t = holdTexts()
  const loaded = useLoad('holds', listHolds, { everyMs: 20_000 })
  const [deciding, setDeciding] = useState<{ hold: Hold; decision: 'release' | 'reject' }>()
  const queue = { loaded, idOf, base, id }
  const goOn = useNext(queue)

  const decide = async (hold: Hold, decision: 'release' | 'reject', reason: string) => {
    const isDone = await decideHold(hold.transaction_id, decision, reason)
    goOn(hold)
    loaded.reload()
    recordDecision()
    return isDone
  }

  return (
    <QueuePage
      queue={queue}
      texts={t}
      line={(hold) => <QueueLine hold={hold} />}
      nameOf={({ parties }) => senderName(parties)}
      notFound={<NoLongerHeld id={id ?? ''} />}
      review={(hold) => <HoldReview hold={hold} decide={(decision) => setDeciding({ hold, decision })} />}
    >
      {deciding && (
        <HoldDecision
          {...deciding}
          decide={(reason) => decide(deciding.hold, deciding.decision, reason)}
          close={() => setDeciding(undefined)}
        />
      )}
    </QueuePage>
  )
}

function QueueLine({ hold }: { hold: Hold }) {
  const t = holdTexts()
  return (
    <>
      <strong>
        <Money amount={hold.amount} currency={hold.currency} />
      </strong>
      <span>
        <FromTo parties={hold.parties} />
      </span>
      <small>{hold.merchant_name}</small>
      <small>
        <Since at={hold.created_at} text={t.waitingSince} />
      </small>
    </>
  )
}

function NoLongerHeld({ id }: { id: string }) {
  const t = holdTexts()
  return (
    <EmptyState title={t.notFound}>
      <p>{t.notFoundText}</p>
      <a href={`/console/transfers/${encodeURIComponent(id)}`}>{t.seeTransfer}</a>
    </EmptyState>
  )
}

/** Explains what releasing does: to the transfer, and to the same person's next transfers. */
function releaseText({ screening, allowed_actions }: Hold): string {
  const t = holdTexts()
  if (allowed_actions.release.needs_approval) return t.requestReleaseText
  const held = (screening ?? []).filter(({ decision }) => decision === 'hold')
  return [
    t.releaseText,
    held.some(({ matches }) => matches.length > 0) && t.clearsMatches,
    held.some(({ reason }) => reason === 'odd_name') && t.clearsOddName,
  ]
    .filter(Boolean)
    .join(' ')
}

function HoldDecision({
  hold,
  decision,
  decide,
  close,
}: {
  hold: Hold
  decision: 'release' | 'reject'
  /** Returns false if another admin must approve it. */
  decide: (reason: string) => Promise<boolean>
  close: () => void
}) {
  const t = holdTexts()
  const releases = decision === 'release'
  const asks = releases && hold.allowed_actions.release.needs_approval
  const isDone = useRef(true)
  return (
    <Decision
      title={releases ? (asks ? t.requestReleaseTitle : t.releaseTitle) : t.rejectTitle}
      explanation={releases ? releaseText(hold) : t.rejectText}
      action={releases ? (asks ? t.requestRelease : t.release) : t.reject}
      appearance={releases ? 'main' : 'danger'}
      decide={async ({ reason = '' }) => {
        isDone.current = await decide(reason)
      }}
      done={() =>
        isDone.current
          ? (releases ? t.released : t.rejected)(senderName(hold.parties))
          : decisionTexts().waits
      }
      known={{
        'RMT-2001': t.walletTooLow,
        'RMT-5003': t.noRate,
        'RMT-3001': t.blacklisted,
        'RMT-1008': t.notFound,
      }}
      close={close}
    />
  )
}
