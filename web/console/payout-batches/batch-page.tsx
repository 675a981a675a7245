// One batch of payouts to banks: whom it pays, and the decision of a second person.
import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, Code, Facts } from '../../ui/display/facts.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { targetText } from '../../ui/payouts/payout-facts.tsx'
import { Await } from '../../ui/service/await.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { WhyNot } from '../parts/actions.tsx'
import { Money } from '../parts/money.tsx'
import { shopTime } from '../parts/shop-time.ts'
import { translated } from '../parts/translated-message.tsx'
import type { Payout } from '../payouts/payout.ts'
import { accountText, type BatchDetail } from './batch.ts'
import { BatchDecision } from './batch-decision.tsx'
import { BatchState } from './batch-state.tsx'
import { batchTexts } from './texts.ts'

export function PayoutBatchPage({ id }: { id: string }) {
  const t = batchTexts()
  const path = `/payout-batches/${encodeURIComponent(id)}`
  const loaded = useLoad(`payout batch ${id}`, (signal) => api.get<BatchDetail>(path, {}, signal))
  const remove = ({ payout_id }: Payout) =>
    reporting(api.post(`${path}/payouts/${payout_id}/remove`).finally(loaded.reload), t.removed)
  const batch = loaded.data
  return (
    <Page
      title={batch ? formatMoney(batch.total, batch.currency) : t.batch}
      back={{ href: '/console/payout-batches', label: t.title }}
      intro={batch && t.count(batch.payouts)}
      side={batch && <BatchActions batch={batch} changed={loaded.reload} />}
    >
      <Await of={loaded}>
        {(found) => (
          <>
            <Card title={t.payouts}>
              <Table
                caption={t.payouts}
                rows={found.items}
                keyOf={({ payout_id }) => payout_id}
                columns={payoutColumns(found.state === 'WAITING' ? remove : undefined)}
                empty={<EmptyState title={t.noPayouts} />}
              />
            </Card>
            <BatchCard batch={found} />
          </>
        )}
      </Await>
    </Page>
  )
}

function BatchCard({ batch }: { batch: BatchDetail }) {
  const t = batchTexts()
  const { created_by, created_at, decided_by, decided_at, decision_reason } = batch
  return (
    <Card title={t.batch} side={<BatchState is={batch.state} />}>
      <Facts
        facts={[
          [t.environment, t.environments[batch.environment]],
          [t.account, accountText(batch)],
          [t.by, created_by],
          [t.at, <Time key="made" at={created_at} look="exact" />],
          ...shopTime(created_at, ...batch.items.map(({ time_zone }) => time_zone)),
          ...(decided_by ? [[t.decidedBy, decided_by] as const] : []),
          ...(decided_at
            ? [[t.decidedAt, <Time key="decided" at={decided_at} look="exact" />] as const]
            : []),
          ...(decision_reason ? [[t.reason, decision_reason] as const] : []),
        ]}
      />
    </Card>
  )
}

/** @param remove takes a payout out of the batch; undefined once the batch was decided */
function payoutColumns(remove: ((payout: Payout) => void) | undefined): Column<Payout>[] {
  const t = batchTexts()
  const columns: Column<Payout>[] = [
    {
      heading: t.merchant,
      cell: ({ merchant_name, payout_id }) => <a href={`/console/payouts/${payout_id}`}>{merchant_name}</a>,
    },
    { heading: t.holder, cell: ({ destination }) => destination.holder },
    { heading: t.beneficiary, cell: ({ destination }) => targetText(destination) },
    {
      heading: t.reference,
      cell: ({ reference }) => <Code whole={reference.length <= 16}>{reference}</Code>,
    },
    {
      heading: t.total,
      numeric: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
  if (remove === undefined) return columns
  return [
    ...columns,
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (payout) => (
        <ActButton right="move_money" small onClick={() => remove(payout)}>
          {t.remove}
        </ActButton>
      ),
    },
  ]
}

function BatchActions({ batch, changed }: { batch: BatchDetail; changed: () => void }) {
  const t = batchTexts()
  const [act, setAct] = useState<'approve' | 'reject'>()
  const { approve, reject } = batch.allowed_actions
  if (batch.state === 'REJECTED') return null
  if (batch.state === 'APPROVED')
    return (
      <Button onClick={() => reporting(api.download(`/payout-batches/${batch.batch_id}/file`))}>
        {t.download}
      </Button>
    )
  return (
    <div class="actions">
      <ActButton
        right="move_money"
        appearance="danger"
        disabled={!reject.allowed}
        onClick={() => setAct('reject')}
      >
        {t.reject}…
      </ActButton>
      <ActButton
        right="move_money"
        appearance="main"
        disabled={!approve.allowed || batch.payouts === 0}
        onClick={() => setAct('approve')}
      >
        {t.approve}…
      </ActButton>
      <WhyNot action={approve} />
      {act && <BatchDecision act={act} subject={batch} changed={changed} close={() => setAct(undefined)} />}
    </div>
  )
}

/** Shows what became of a request that has no dialog. */
async function reporting(request: Promise<unknown>, done?: string): Promise<void> {
  try {
    await request
    if (done !== undefined) toast(done)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    toast(translated(error.message) ?? refusalText(error), 'bad')
  }
}
