// Wallet adjustments: one admin requests a correction, another approves or rejects it.
import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Card } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Await } from '../../ui/service/await.tsx'
import type { Loaded } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { recordDecision } from '../overview/queues.ts'
import { WhyNot } from '../parts/actions.tsx'
import { Decision } from '../parts/decision.tsx'
import { Money } from '../parts/money.tsx'
import { walletTexts } from './texts.ts'
import { type Adjustment, decideAdjustment } from './wallet.ts'

const tones = { PENDING: 'wait', APPROVED: 'good', REJECTED: 'plain' } as const

type Deciding = { adjustment: Adjustment; decision: 'approve' | 'reject' }

export function Adjustments({ of, done }: { of: Loaded<Paged<Adjustment>>; done: () => void }) {
  const t = walletTexts()
  const [deciding, setDeciding] = useState<Deciding>()
  return (
    <>
      <Await of={of}>
        {({ items }) =>
          items.length > 0 && (
            <Card title={t.adjustments}>
              <Table
                caption={t.adjustments}
                rows={items}
                keyOf={({ id }) => id}
                columns={columns((adjustment, decision) => setDeciding({ adjustment, decision }))}
              />
            </Card>
          )
        }
      </Await>
      {deciding && <AdjustmentDecision {...deciding} done={done} close={() => setDeciding(undefined)} />}
    </>
  )
}

function columns(
  decide: (adjustment: Adjustment, decision: Deciding['decision']) => void,
): Column<Adjustment>[] {
  const t = walletTexts()
  return [
    { heading: t.merchant, cell: ({ merchant_name }) => merchant_name },
    {
      heading: t.amount,
      numeric: true,
      cell: ({ amount }) => <Money amount={amount} currency="USD" signed />,
    },
    { heading: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { heading: t.reasonGiven, cell: ({ reason }) => reason },
    {
      heading: t.requestedBy,
      cell: ({ requested_by, requested_at }) => (
        <>
          {requested_by}, <Time at={requested_at} />
        </>
      ),
    },
    {
      heading: t.state,
      onCard: 'corner',
      cell: ({ state }) => <Badge tone={tones[state]}>{t.states[state]}</Badge>,
    },
    {
      heading: t.decidedBy,
      onCard: 'left',
      cell: (adjustment) =>
        adjustment.state !== 'PENDING' ? (
          <>
            {adjustment.decided_by} <span class="soft">{adjustment.decision_reason}</span>
          </>
        ) : !adjustment.allowed_actions.approve.allowed ? (
          <WhyNot action={adjustment.allowed_actions.approve} />
        ) : (
          <span class="actions">
            {(['approve', 'reject'] as const).map((decision) => (
              <ActButton right="move_money" key={decision} small onClick={() => decide(adjustment, decision)}>
                {t[decision]}…
              </ActButton>
            ))}
          </span>
        ),
    },
  ]
}

function AdjustmentDecision(props: Deciding & { done: () => void; close: () => void }) {
  const { adjustment, decision, done, close } = props
  const t = walletTexts()
  const { id, kind, amount, merchant_code } = adjustment
  const approves = decision === 'approve'
  return (
    <Decision
      title={(approves ? t.approveTitle : t.rejectTitle)(formatMoney(amount, 'USD'), merchant_code)}
      explanation={approves ? t.approveText : t.rejectText}
      action={t[decision]}
      appearance={approves ? 'main' : 'danger'}
      onceFor={`${decision} ${id}`}
      decide={async ({ reason = '' }, key) => {
        await decideAdjustment(id, decision, reason, key)
        done()
        recordDecision()
      }}
      done={(approves ? t.approved : t.rejected)[kind]}
      close={close}
    />
  )
}
