// Batches of payouts to banks: what waits for one, and the batches to approve and download.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { Await } from '../../ui/service/await.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { Decision } from '../parts/decision.tsx'
import { useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { Money } from '../parts/money.tsx'
import { batchTexts } from './texts.ts'

type Batch = schemas.PayoutBatch
type Waiting = schemas.PayoutsWaitingForBatch
type Deciding = { act: 'create'; subject: Waiting } | { act: 'approve' | 'reject'; subject: Batch }

const tones = { WAITING: 'wait', APPROVED: 'good', REJECTED: 'plain' } as const

export function PayoutBatchesPage() {
  const t = batchTexts()
  const by = useFilters()
  const waiting = useLoad('payouts waiting for a batch', (signal) =>
    api.get<{ items: Waiting[] }>('/payout-batches/waiting', {}, signal),
  )
  const batches = useLoad(by.key, (signal) => api.get<Paged<Batch>>('/payout-batches', by.query, signal))
  const [deciding, setDeciding] = useState<Deciding>()
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
              columns={waitingColumns((subject) => setDeciding({ act: 'create', subject }))}
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
          columns={batchColumns((act, subject) => setDeciding({ act, subject }))}
          pageHref={by.hrefOf}
          empty={{ title: t.empty, text: t.emptyText }}
        />
      </Card>
      {deciding && <BatchDecision {...deciding} changed={reload} close={() => setDeciding(undefined)} />}
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
      onCard: 'left',
      cell: (row) => (
        <Button small data-item onClick={() => create(row)}>
          {t.create}…
        </Button>
      ),
    },
  ]
}

function batchColumns(decide: (act: 'approve' | 'reject', batch: Batch) => void): Column<Batch>[] {
  const t = batchTexts()
  return [
    {
      heading: t.total,
      numeric: true,
      cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    },
    {
      heading: t.state,
      onCard: 'corner',
      cell: ({ state }) => <Badge tone={tones[state]}>{t.states[state]}</Badge>,
    },
    { heading: t.payouts, numeric: true, cell: ({ payouts }) => payouts },
    {
      heading: t.account,
      cell: ({ account_name, account_last4 }) => `${account_name} •••• ${account_last4}`,
    },
    { heading: t.by, cell: ({ created_by }) => created_by },
    { heading: t.decidedBy, cell: ({ decided_by }) => decided_by ?? '–' },
    { heading: t.at, cell: ({ created_at }) => <Time at={created_at} look="list" /> },
    {
      heading: t.actions,
      onCard: 'left',
      cell: (batch) => <BatchActions batch={batch} decide={(act) => decide(act, batch)} />,
    },
  ]
}

function BatchActions({ batch, decide }: { batch: Batch; decide: (act: 'approve' | 'reject') => void }) {
  const t = batchTexts()
  if (batch.state === 'REJECTED') return null
  const download = () =>
    api.download(`/payout-batches/${batch.batch_id}/file`).catch((error) => {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error), 'bad')
    })
  if (batch.state === 'APPROVED')
    return (
      <Button small data-item onClick={download}>
        {t.download}
      </Button>
    )
  return (
    <span class="actions">
      <Button small data-item onClick={() => decide('approve')}>
        {t.approve}…
      </Button>
      <Button small onClick={() => decide('reject')}>
        {t.reject}…
      </Button>
    </span>
  )
}

function BatchDecision({
  act,
  subject,
  changed,
  close,
}: Deciding & { changed: () => void; close: () => void }) {
  const t = batchTexts()
  const amount = formatMoney(subject.total, subject.currency)
  const texts = {
    create: { title: t.createTitle(amount), explanation: t.createText, action: t.create, done: t.created },
    approve: {
      title: t.approveTitle(amount),
      explanation: t.approveText,
      action: t.approve,
      done: t.approved,
    },
    reject: { title: t.rejectTitle, explanation: t.rejectText, action: t.reject, done: t.rejected },
  }
  const send = (reason: string | undefined) => {
    if (!('batch_id' in subject)) {
      const { environment, currency } = subject
      return api.post('/payout-batches', { environment, currency })
    }
    return api.post(`/payout-batches/${subject.batch_id}/${act}`, { reason })
  }
  return (
    <Decision
      {...texts[act]}
      appearance={act === 'reject' ? 'danger' : 'main'}
      reason={act === 'reject' ? 'required' : 'none'}
      decide={async ({ reason }) => {
        await send(reason)
        changed()
      }}
      close={close}
    />
  )
}
