// What should be on our bank accounts: the gateway's settlements compared, and what no statement shows in time.
import type { ComponentChildren } from 'preact'
import type * as schemas from '../../api/schemas.generated.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Table } from '../../ui/display/table.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Money } from '../parts/money.tsx'
import { MovementName } from './movement-name.tsx'
import { bankTexts } from './texts.ts'

type Movement = schemas.BankMovement
type Props = { movements: readonly Movement[] }

const keyOf = ({ kind, key }: Movement) => `${kind} ${key}`
const tones = { FOUND: 'good', EXPECTED: 'wait', MISSING: 'bad' } as const

/** The settlements of the gateway, day by day: our ledger, the gateway's report, and the bank. */
export function Settlements({ movements }: Props) {
  const t = bankTexts()
  const sum = (of: (movement: Movement) => string | null) => (movement: Movement) => (
    <Money amount={of(movement)} currency={movement.currency} />
  )
  return (
    <Table
      caption={t.settlements}
      rows={movements.filter(({ kind }) => kind === 'settlement')}
      keyOf={keyOf}
      columns={[
        { heading: t.kind, cell: (movement) => <MovementName of={movement} /> },
        { heading: t.ledger, numeric: true, cell: sum(({ ledger_amount }) => ledger_amount) },
        { heading: t.report, numeric: true, cell: sum(({ reported_amount }) => reported_amount) },
        { heading: t.expected, numeric: true, cell: sum(({ amount }) => amount) },
        { heading: t.due, cell: ({ due_on }) => formatTime(due_on, 'day') },
        {
          heading: t.atBank,
          onCard: 'corner',
          cell: ({ state }) => <Badge tone={tones[state]}>{t.movementStates[state]}</Badge>,
        },
      ]}
      empty={<EmptyState title={t.settlementsEmpty} />}
    />
  )
}

export function Missing({ movements, empty }: Props & { empty: ComponentChildren }) {
  const t = bankTexts()
  return (
    <Table
      caption={t.missing}
      rows={movements}
      keyOf={keyOf}
      columns={[
        { heading: t.kind, cell: (movement) => <MovementName of={movement} /> },
        {
          heading: t.amount,
          numeric: true,
          cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        { heading: t.due, cell: ({ due_on }) => formatTime(due_on, 'day') },
      ]}
      empty={empty}
    />
  )
}
