// The calls to the gateway and to operators that a payment has caused.
import { Card } from '../../ui/display/facts.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { reason } from '../../ui/language/reasons.ts'
import { operationState } from '../parts/operation-states.ts'
import type { AdminPaymentDetail } from './payment.ts'
import { paymentTexts } from './texts.ts'

export function Operations({ operations }: { operations: AdminPaymentDetail['operations'] }) {
  const t = paymentTexts()
  const kinds: Readonly<Record<string, string>> = t.operationKinds
  const [byCard, byPhone] = ['charge', 'collection'].map((kind) =>
    operations.some((one) => one.kind === kind),
  )
  const title = t.operations[byCard && byPhone ? 'both' : byPhone ? 'mobile_money' : 'card']
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={operations}
        keyOf={({ id }) => id}
        empty={<p class="soft">{t.noOperations}</p>}
        columns={[
          {
            heading: t.what,
            cell: ({ kind }) =>
              kinds[kind === 'undo' && title === t.operations.mobile_money ? 'giveBack' : kind] ?? kind,
          },
          {
            heading: t.outcome,
            onCard: 'corner',
            cell: ({ state }) => operationState(state),
          },
          { heading: t.requested, cell: ({ created_at }) => <Time at={created_at} look="exact" /> },
          ...detailColumns(operations),
        ]}
      />
    </Card>
  )
}

/** What the gateway or the operator replied: words where its code is one of ours. */
export function Reply({ of: code }: { of: string }) {
  const words = reason('transferFailure', code)
  return <span lang={words === code ? 'en' : undefined}>{words}</span>
}

type Operation = AdminPaymentDetail['operations'][number]

/** The columns that say something about at least one of the calls: most have no error and need no check. */
function detailColumns(operations: readonly Operation[]): Column<Operation>[] {
  const t = paymentTexts()
  const columns: [isNeeded: (of: Operation) => boolean, Column<Operation>][] = [
    [
      ({ attempts }) => attempts > 0,
      { heading: t.inquiries, numeric: true, cell: ({ attempts }) => attempts },
    ],
    [
      ({ detail }) => Boolean(detail),
      { heading: t.reply, cell: ({ detail }) => detail && <Reply of={detail} /> },
    ],
    [
      ({ next_check_at }) => next_check_at !== null,
      { heading: t.nextCheck, cell: ({ next_check_at: at }) => at && <Time at={at} look="exact" /> },
    ],
  ]
  return columns.flatMap(([isNeeded, column]) => (operations.some(isNeeded) ? [column] : []))
}
