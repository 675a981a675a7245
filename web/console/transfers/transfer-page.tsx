// One transfer: what it is, its story, who is behind it, and what can be done about it.
import { useState } from 'preact/hooks'
import { Await } from '../../ui/await.tsx'
import { Card, Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/language.ts'
import { useLoad } from '../../ui/load.ts'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { Time } from '../../ui/time.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { Actions } from '../actions.tsx'
import { Decision } from '../decision.tsx'
import { DeliveryFolds } from '../deliveries/attempts.tsx'
import { PartyScreening } from '../holds/hold-review.tsx'
import { ReceiverFacts, SenderFacts } from '../holds/parties.tsx'
import { Money } from '../money.tsx'
import { operatorName } from '../operators/operator.ts'
import { State } from '../states.tsx'
import { transferTexts } from './texts.ts'
import { actOnTransfer, readTransfer, type TransferStory } from './transfer.ts'

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
            <div class="columns uneven">
              <TransferFacts story={story} />
              <Actions
                actions={story.allowed_actions}
                words={{ inquire: t.inquire, reverse: t.reverse }}
                take={setAct}
              />
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
  const failure = [story.failure_code, story.failure_message].filter(Boolean).join(' · ')
  return (
    <Card title={t.identity} side={<State of="transfer" is={story.status} />}>
      <Facts
        facts={[
          [t.amount, <Money amount={story.amount} currency={story.currency} />],
          [t.received, receiver_amount !== null && <Money amount={receiver_amount} currency="USD" />],
          [t.fee, fee !== null && <Money amount={fee} currency="USD" />],
          [t.rate, rate !== null && formatNumber(rate, { maximumFractionDigits: 6 })],
          [t.transaction, transaction_id, transaction_id],
          [
            t.merchant,
            <a href={`/console/merchants/${merchant_code}`}>{story.merchant_name ?? merchant_code}</a>,
          ],
          [t.beneficiary, [story.subscriber_name, `+${story.customer_number}`].filter(Boolean).join(', ')],
          [t.operator, operatorName(story.operator)],
          [t.telcoReference, story.telco_reference, story.telco_reference ?? ''],
          [t.failure, failure && <span lang="en">{failure}</span>],
          [t.created, <Time at={story.created_at} look="exact" />],
          [t.completed, story.completed_at && <Time at={story.completed_at} look="exact" />],
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
    detail: <span lang="en">{detail}</span>,
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
            cell: ({ amount }) => <Money amount={amount} currency="USD" />,
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
  return (
    <Decision
      title={asks ? t.inquireTitle : t.reverseTitle}
      explanation={asks ? t.inquireText : t.reverseText}
      action={asks ? t.inquire : t.reverse}
      look={asks ? 'main' : 'danger'}
      decide={async ({ reason = '' }) => actOnTransfer(id, act, reason).finally(done)}
      done={asks ? t.inquired : t.reversed}
      known={{ 'RMT-5001': t.operatorSilent }}
      close={close}
    />
  )
}
