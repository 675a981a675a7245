// The work list: bank lines that an admin assigns to a movement or writes off.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { noteDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { Money } from '../parts/money.tsx'
import { bankTexts } from './texts.ts'

type Line = schemas.BankLine
type Act = 'assign' | 'writeOff'
type Props = { lines: readonly Line[]; changed: () => void }

export function OpenLines({ lines, changed }: Props) {
  const t = bankTexts()
  const [deciding, setDeciding] = useState<{ line: Line; act: Act }>()
  const close = () => setDeciding(undefined)
  return (
    <>
      <Table
        caption={t.open}
        rows={lines}
        keyOf={({ id }) => id}
        columns={columns((line, act) => setDeciding({ line, act }))}
        empty={
          <EmptyState title={t.openEmpty}>
            <p>{t.openEmptyText}</p>
          </EmptyState>
        }
      />
      {deciding?.act === 'assign' && <Assign line={deciding.line} changed={changed} close={close} />}
      {deciding?.act === 'writeOff' && <WriteOff line={deciding.line} changed={changed} close={close} />}
    </>
  )
}

function columns(decide: (line: Line, act: Act) => void): Column<Line>[] {
  const t = bankTexts()
  return [
    { heading: t.text, cell: ({ text, bank_reference }) => text || bank_reference || '–' },
    {
      heading: t.result,
      cell: ({ state }) => <Badge tone="wait">{t.states[state]}</Badge>,
      onCard: 'corner',
    },
    {
      heading: t.amount,
      numeric: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    { heading: t.booked, cell: ({ booked_on }) => booked_on },
    {
      heading: t.actions,
      onCard: 'left',
      cell: (line) => (
        <span class="actions">
          <Button small data-item onClick={() => decide(line, 'assign')}>
            {t.assign}…
          </Button>
          <Button small onClick={() => decide(line, 'writeOff')}>
            {line.write_off_by ? t.confirmWriteOff : t.writeOff}…
          </Button>
        </span>
      ),
    },
  ]
}

type Deciding = { line: Line; changed: () => void; close: () => void }

function Assign({ line, changed, close }: Deciding) {
  const t = bankTexts()
  const loaded = useLoad(`bank line ${line.id}`, (signal) =>
    api.get<schemas.BankLineDetailResponse['data']>(`/bank/lines/${line.id}`, {}, signal),
  )
  return (
    <Await of={loaded}>
      {({ candidates }) => (
        <Decision
          title={t.assignTitle}
          explanation={candidates.length > 0 ? t.assignText : t.noCandidate}
          action={t.assign}
          reason="none"
          decide={async ({ movement = '' }) => {
            const chosen = candidates[Number(movement)]
            if (!chosen) return
            const { kind, key } = chosen
            await api.post(`/bank/lines/${line.id}/assign`, { kind, key })
            noteDecision()
            changed()
          }}
          done={t.assigned}
          close={close}
        >
          {candidates.length > 0 && (
            <Select
              name="movement"
              label={t.choose}
              value="0"
              options={candidates.map(({ kind, due_on, amount, currency }, at) => [
                String(at),
                `${t.kinds[kind]} · ${formatMoney(amount, currency)} · ${due_on}`,
              ])}
            />
          )}
        </Decision>
      )}
    </Await>
  )
}

function WriteOff({ line, changed, close }: Deciding) {
  const t = bankTexts()
  return (
    <Decision
      title={t.writeOffTitle}
      explanation={
        line.write_off_by
          ? `${t.askedBy(line.write_off_by)}\u00a0: ${line.write_off_reason ?? ''}`
          : t.writeOffText
      }
      action={line.write_off_by ? t.confirmWriteOff : t.writeOff}
      appearance="danger"
      decide={async ({ reason }) => {
        await api.post(`/bank/lines/${line.id}/write-off`, { reason })
        noteDecision()
        changed()
      }}
      done={t.writtenOff}
      close={close}
    />
  )
}
