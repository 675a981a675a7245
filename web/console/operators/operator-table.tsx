import type { ComponentChildren } from 'preact'
import { Badge } from '../../ui/display/badge.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { type Column, Table } from '../../ui/display/table.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Since } from '../parts/since.tsx'
import { environmentTexts } from '../texts.ts'
import { type Operator, protocolName } from './operator.ts'
import { operatorTexts } from './texts.ts'

const tones = { up: 'good', down: 'bad', paused: 'wait' } as const

/** @param actions renders the buttons at the end of each row */
export function OperatorTable({
  operators,
  actions,
}: {
  operators: readonly Operator[]
  actions?: (operator: Operator) => ComponentChildren
}) {
  const t = operatorTexts()
  const environments = environmentTexts()
  const when = (at: string | null) => (at === null ? t.never : <Since at={at} />)
  const columns: Column<Operator>[] = [
    {
      heading: t.operator,
      cell: ({ operator, environment, protocol }) => (
        <>
          {walletName(operator)}
          <span class="under">{`${environments[environment]} · ${protocolName(protocol)}`}</span>
        </>
      ),
    },
    {
      heading: t.state,
      onCard: 'corner',
      cell: ({ state, pause }) => (
        <>
          <OperatorState state={state} />
          {pause && <span class="small-print">{` ${pause.paused_by}, ${pause.reason}`}</span>}
        </>
      ),
    },
    { heading: t.lastSuccess, cell: ({ last_success_at }) => when(last_success_at) },
    { heading: t.lastFailure, cell: ({ last_failure_at }) => when(last_failure_at) },
    { heading: t.pending, numeric: true, cell: ({ pending }) => formatNumber(pending) },
    {
      heading: t.collecting,
      numeric: true,
      cell: ({ takes_payments, collecting }) => (takes_payments ? formatNumber(collecting) : '–'),
    },
    { heading: t.unknown, numeric: true, cell: ({ unknown }) => formatNumber(unknown) },
  ]
  if (actions) columns.push({ heading: t.actions, onCard: 'foot', cell: actions })
  return (
    <Table
      caption={t.title}
      rows={operators}
      keyOf={({ environment, operator }) => `${environment} ${operator}`}
      columns={columns}
      empty={
        <EmptyState title={t.empty}>
          <p>{t.emptyText}</p>
        </EmptyState>
      }
    />
  )
}

export function OperatorState({ state }: Pick<Operator, 'state'>) {
  return <Badge tone={tones[state]}>{operatorTexts().states[state]}</Badge>
}
