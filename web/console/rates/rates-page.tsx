// Exchange rates: the current rate table, and those held for approval because a rate moved too much.
import { useRef, useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Card, Facts } from '../../ui/display/facts.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber, formatPercent } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { recordDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { PendingApprovals } from '../parts/pending.tsx'
import { decisionTexts } from '../texts.ts'
import { PromiseResults } from './promise-results.tsx'
import { rateTexts } from './texts.ts'

type Snapshot = RatesOverview['items'][number]

type RatesOverview = schemas.RatesOverview['data']

const path = '/remittance/rates'

export function RatesPage() {
  const t = rateTexts()
  const rates = useLoad('rates', (signal) => api.get<RatesOverview>(path, {}, signal), { everyMs: 30_000 })
  const [approving, setApproving] = useState<Snapshot>()
  const published = useRef(true)
  return (
    <Page title={t.title} intro={t.lead}>
      <Await of={rates}>
        {(data) => (
          <>
            {data.items
              .filter(({ allowed_actions }) => allowed_actions.approve.allowed)
              .map((snapshot) => (
                <Quarantined
                  key={snapshot.id}
                  snapshot={snapshot}
                  asks={data.needs_approval}
                  approve={() => setApproving(snapshot)}
                />
              ))}
            <Current data={data} />
            <PromiseResults />
            <History items={data.items} />
          </>
        )}
      </Await>
      {approving && (
        <Decision
          title={rates.data?.needs_approval ? t.requestTitle : t.approveTitle}
          explanation={rates.data?.needs_approval ? t.requestText : t.approveText}
          action={rates.data?.needs_approval ? t.request : t.approve}
          decide={async ({ reason }) => {
            const made = await api.post<object>(`${path}/${approving.id}/approve`, { reason })
            published.current = !('approval_id' in made)
            rates.reload()
            recordDecision()
          }}
          done={() => (published.current ? t.approved : decisionTexts().waits)}
          known={{ 'RMT-1008': t.superseded }}
          close={() => setApproving(undefined)}
        />
      )}
    </Page>
  )
}

function formatRate(rate: number): string {
  return formatNumber(rate, { maximumFractionDigits: 6 })
}

function Quarantined({
  snapshot,
  asks,
  approve,
}: {
  snapshot: Snapshot
  /** Whether another admin must approve it. */
  asks: boolean
  approve: () => void
}) {
  const t = rateTexts()
  return (
    <Card title={t.quarantined} side={<Badge tone="wait">{t.states.QUARANTINED}</Badge>}>
      <p>{t.quarantinedText}</p>
      <Table
        caption={t.quarantined}
        rows={snapshot.moved}
        keyOf={({ currency }) => currency}
        columns={[
          { heading: t.currency, cell: ({ currency }) => currency },
          { heading: t.before, numeric: true, cell: ({ from }) => formatRate(from) },
          { heading: t.after, numeric: true, cell: ({ to }) => formatRate(to) },
          {
            heading: t.move,
            numeric: true,
            cell: ({ percent }) => formatPercent(percent, { signDisplay: 'exceptZero' }),
          },
        ]}
      />
      <p class="soft">
        {sourceName(snapshot.source)} · {t.asOf} <Time at={snapshot.as_of} />
      </p>
      <PendingApprovals pending={snapshot.pending_approvals} />
      {snapshot.pending_approvals.length === 0 && (
        <ActButton right="pricing" appearance="main" onClick={approve}>
          {asks ? t.request : t.approve}…
        </ActButton>
      )}
    </Card>
  )
}

function Current({ data }: { data: RatesOverview }) {
  const t = rateTexts()
  const { current_id, fresh, items, next_refresh_at, refresh } = data
  const current = items.find(({ id }) => id === current_id)
  if (!current)
    return (
      <EmptyState title={t.none}>
        <p>{t.noneText}</p>
      </EmptyState>
    )
  return (
    <Card title={t.current} side={<Badge tone={fresh ? 'good' : 'bad'}>{fresh ? t.fresh : t.stale}</Badge>}>
      <div class="columns">
        <Facts facts={current.rates.map(({ currency, rate }) => [`1 USD → ${currency}`, formatRate(rate)])} />
        <Facts
          facts={[
            [t.source, sourceName(current.source)],
            [t.asOf, <Time at={current.as_of} />],
            [t.next, <Time at={next_refresh_at} />],
            ...(refresh?.failure
              ? ([[t.failure, `${refresh.failure} (${t.attempts(refresh.attempts)})`]] as const)
              : []),
          ]}
        />
      </div>
    </Card>
  )
}

function History({ items }: { items: Snapshot[] }) {
  const t = rateTexts()
  return (
    <Card title={t.history}>
      <Table
        caption={t.history}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          { heading: t.asOf, cell: ({ as_of }) => <Time at={as_of} /> },
          {
            heading: t.state,
            onCard: 'corner',
            cell: ({ state }) => (
              <Badge tone={state === 'PUBLISHED' ? 'good' : 'wait'}>{t.states[state]}</Badge>
            ),
          },
          { heading: t.source, cell: ({ source }) => sourceName(source) },
          { heading: t.fetched, cell: ({ fetched_at }) => <Time at={fetched_at} /> },
          { heading: t.approvedBy, cell: ({ approved_by }) => approved_by },
          { heading: t.reasonGiven, cell: ({ approval_reason }) => approval_reason },
        ]}
      />
    </Card>
  )
}

const sourceNames: Readonly<Record<string, string>> = {
  'open-exchange-rates': 'Open Exchange Rates',
  'exchangerate-api': 'ExchangeRate-API',
}

/** The name of a provider of rates; an unknown code is shown as it is. */
const sourceName = (code: string): string => sourceNames[code] ?? code
