// One transfer: what it is, its story, who is behind it, and what can be done about it.
import { useRef, useState } from 'preact/hooks'
import { eventDetail } from '../../ui/display/event-detail.ts'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Timeline } from '../../ui/display/timeline.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { DeliveryFolds } from '../deliveries/attempts.tsx'
import { PartyScreening } from '../holds/hold-review.tsx'
import { ReceiverFacts, SenderFacts } from '../holds/parties.tsx'
import { operatorName } from '../operators/operator.ts'
import { Actions } from '../parts/actions.tsx'
import { Decision } from '../parts/decision.tsx'
import { Money } from '../parts/money.tsx'
import { operationState } from '../parts/operation-states.ts'
import { State } from '../states.tsx'
import { transferTexts } from './texts.ts'
import { inquire, readTransfer, reverse, type TransferStory } from './transfer.ts'

type Act = 'inquire' | 'reverse'

export function TransferPage({ id }: { id: string }) {
  const t = transferTexts()
  const transfer = useLoad(`transfer ${id}`, (signal) => readTransfer(id, signal))
  const [act, setAct] = useState<Act>()
  return (
    <Page title={transfer.data?.reference ?? id} back={{ href: '/console/transfers', words: t.back }}>
      <Await of={transfer}>
        {(story) => (
          <>
            <Concerns story={story} />
            <div class="columns uneven">
              <TransferFacts story={story} />
              <div class="stack">
                <Actions
                  actions={story.allowed_actions}
                  words={{ inquire: t.inquire, reverse: t.reverse }}
                  take={setAct}
                />
                <AtOperator story={story} />
              </div>
            </div>
            <div class="columns">
              <Card title={t.story}>
                <Timeline moments={story.timeline.map(momentOf)} />
              </Card>
              <div class="stack">
                <Lines story={story} />
                <Card title={t.deliveries}>
                  <DeliveryFolds deliveries={story.deliveries} />
                </Card>
              </div>
            </div>
            <People story={story} />
          </>
        )}
      </Await>
      {act && <TransferDecision id={id} act={act} done={transfer.reload} close={() => setAct(undefined)} />}
    </Page>
  )
}

function TransferFacts({ story }: { story: TransferStory }) {
  const t = transferTexts()
  const { transaction_id, merchant_code, receiver_amount, fee, rate } = story
  const code = story.failure_code
  const failure = code && [reason('transferFailure', code), code].join(' · ')
  return (
    <Card title={t.identity} side={<State of="transfer" is={story.status} />}>
      <Facts
        facts={[
          [t.amount, <Money amount={story.amount} currency={story.currency} />],
          [t.received, receiver_amount !== null && <Money amount={receiver_amount} currency="USD" />],
          [t.fee, fee !== null && <Money amount={fee} currency="USD" />],
          [
            t.rate,
            rate !== null && `1 USD = ${formatNumber(rate, { maximumFractionDigits: 6 })} ${story.currency}`,
          ],
          [t.transaction, transaction_id, transaction_id],
          [t.merchant, <a href={`/console/merchants/${merchant_code}`}>{story.merchant_name}</a>],
          [t.beneficiary, [story.subscriber_name, `+${story.customer_number}`].filter(Boolean).join(', ')],
          [t.operator, operatorName(story.operator)],
          [t.telcoReference, story.telco_reference, story.telco_reference ?? ''],
          [t.failure, failure],
          [t.created, <Time at={story.created_at} look="exact" />],
          [t.completed, story.completed_at && <Time at={story.completed_at} look="exact" />],
        ]}
      />
    </Card>
  )
}

/** What somebody should know before anything else. */
function Concerns({ story }: { story: TransferStory }) {
  const t = transferTexts()
  const { operator_pause: pause, exceptions, status, transaction_id } = story
  return (
    <>
      {status === 'Hold' && (
        <Notice title={t.held}>
          <a href={`/console/holds/${transaction_id}`}>{t.review}</a>
        </Notice>
      )}
      {pause && <Notice title={t.operatorPaused(pause.paused_by)}>{pause.reason}</Notice>}
      {exceptions
        .filter(({ state }) => state === 'open')
        .map(({ id, detail }) => (
          <Notice key={id} title={t.openException}>
            {eventDetail(detail)} <a href="/console/exceptions">{t.exceptions}</a>
          </Notice>
        ))}
    </>
  )
}

function AtOperator({ story: { payout, review } }: { story: TransferStory }) {
  const t = transferTexts()
  if (!payout && !review) return null
  return (
    <Card title={t.sideFacts}>
      <Facts
        facts={[
          ...(payout
            ? ([
                [t.payout, payout.reference, payout.reference],
                [t.payoutState, operationState(payout.state)],
                [t.attempts, formatNumber(payout.attempts)],
                [t.nextCheck, payout.next_check_at && <Time at={payout.next_check_at} look="exact" />],
                [t.payoutDetail, payout.detail && <span lang="en">{payout.detail}</span>],
              ] as const)
            : []),
          ...(review
            ? ([
                [t.reviewed[review.decision], review.decided_by],
                [t.reviewReason, review.reason],
              ] as const)
            : []),
        ]}
      />
    </Card>
  )
}

function momentOf({ at, kind, detail }: TransferStory['timeline'][number]) {
  const words: Readonly<Record<string, string>> = transferTexts().kinds
  const bad = /conflict|failed|rejected|refused/.test(kind)
  return {
    at,
    title: words[kind] ?? kind,
    detail: eventDetail(detail),
    tone: bad ? ('bad' as const) : ('plain' as const),
  }
}

function Lines({ story }: { story: TransferStory }) {
  const t = transferTexts()
  const kinds: Readonly<Record<string, string>> = t.lineKinds
  return (
    <Card title={t.walletLines}>
      <Table
        caption={t.walletLines}
        rows={story.wallet_lines}
        keyOf={({ at, kind, balance_after }) => `${at} ${kind} ${balance_after}`}
        empty={<p class="soft">{t.noLines}</p>}
        columns={[
          { heading: t.kind, cell: ({ kind }) => kinds[kind] ?? kind },
          {
            heading: t.amount,
            numeric: true,
            cell: ({ amount }) => <Money amount={amount} currency="USD" signed />,
          },
          {
            heading: t.balanceAfter,
            numeric: true,
            cell: (line) => <Money amount={line.balance_after} currency="USD" />,
          },
        ]}
      />
    </Card>
  )
}

function People({ story }: { story: TransferStory }) {
  const t = transferTexts()
  const { parties, subscriber_name, screening } = story
  return (
    <>
      <div class="columns">
        <Card title={t.sender}>
          <SenderFacts parties={parties} />
        </Card>
        <Card title={t.receiver}>
          <ReceiverFacts parties={parties} subscriber={subscriber_name} />
        </Card>
      </div>
      {screening?.map((party) => (
        <PartyScreening key={party.role} parties={parties} party={party} />
      ))}
    </>
  )
}

function TransferDecision({
  id,
  act,
  done,
  close,
}: {
  id: string
  act: Act
  done: () => void
  close: () => void
}) {
  const t = transferTexts()
  const asks = act === 'inquire'
  const said = useRef('')
  const decide = async (reason: string) => {
    if (asks) said.current = t.answers[await inquire(id, reason)]
    else await reverse(id, reason)
  }
  return (
    <Decision
      title={asks ? t.inquireTitle : t.reverseTitle}
      explanation={asks ? t.inquireText : t.reverseText}
      action={asks ? t.inquire : t.reverse}
      look={asks ? 'main' : 'danger'}
      decide={({ reason = '' }) => decide(reason).finally(done)}
      done={() => (asks ? said.current : t.reversed)}
      known={{ 'RMT-5001': t.operatorSilent }}
      close={close}
    />
  )
}
