// Batches of payouts to banks: what waits for one, and those that were made.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { accountText, type Batch, batchHref, type Waiting } from './batch.ts'
import { BatchDecision } from './batch-decision.tsx'
import { BatchState } from './batch-state.tsx'
import { batchTexts } from './texts.ts'

export function PayoutBatchesPage() {
  const t = batchTexts()
  const by = useFilters()
  const waiting = useLoad('payouts waiting for a batch', (signal) =>
    api.get<{ items: Waiting[] }>('/payout-batches/waiting', {}, signal),
  )
  const batches = useLoad(by.key, (signal) => api.get<Paged<Batch>>('/payout-batches', by.query, signal))
  const [chosen, setChosen] = useState<Waiting>()
  const reload = () => {
    waiting.reload()
    batches.reload()
  }
  return (
    <Page title={t.title} intro={t.lead}>
      <Card title={t.waiting}>
        <Await of={waiting}>
          {({ items }) => (
            <Table
              caption={t.waiting}
              rows={items}
              keyOf={({ environment, currency }) => `${environment} ${currency}`}
              columns={waitingColumns(setChosen)}
              empty={<EmptyState title={t.waitingEmpty} />}
            />
          )}
        </Await>
      </Card>
      <Card title={t.batches}>
        <List
          of={batches}
          caption={t.batches}
          keyOf={({ batch_id }) => batch_id}
          hrefOf={batchHref}
          columns={batchColumns()}
          pageHref={by.hrefOf}
          empty={{ title: t.empty, text: t.emptyText }}
        />
      </Card>
      {chosen && (
        <BatchDecision act="create" subject={chosen} changed={reload} close={() => setChosen(undefined)} />
      )}
    </Page>
  )
}

function waitingColumns(create: (waiting: Waiting) => void): Column<Waiting>[] {
  const t = batchTexts()
  return [
    { heading: t.environment, cell: ({ environment }) => t.environments[environment] },
    { heading: t.payouts, numeric: true, cell: ({ payouts }) => payouts },
    {
      heading: t.total,
      numeric: true,
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (row) => (
        <ActButton right="move_money" small data-item onClick={() => create(row)}>
          {t.create}…
        </ActButton>
      ),
    },
  ]
}

function batchColumns(): Column<Batch>[] {
  const t = batchTexts()
  return [
    { heading: t.total, cell: ({ total, currency }) => <Money amount={total} currency={currency} /> },
    { heading: t.state, onCard: 'corner', cell: ({ state }) => <BatchState is={state} /> },
    { heading: t.payouts, numeric: true, cell: ({ payouts }) => payouts },
    { heading: t.account, cell: accountText },
    { heading: t.by, cell: ({ created_by }) => created_by },
    { heading: t.decidedBy, cell: ({ decided_by }) => decided_by ?? '–' },
    { heading: t.at, cell: ({ created_at }) => <Time at={created_at} look="list" /> },
  ]
}
