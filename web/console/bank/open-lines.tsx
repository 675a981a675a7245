// The work list: bank lines that an admin assigns to a movement or writes off.
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { api } from '../frame/session.ts'
import { recordDecision } from '../overview/queues.ts'
import { Decision } from '../parts/decision.tsx'
import { Money } from '../parts/money.tsx'
import { PendingApprovals } from '../parts/pending.tsx'
import { movementName } from './movement-name.tsx'
import { bankTexts } from './texts.ts'

type Line = schemas.ListedBankLine
type Act = 'assign' | 'writeOff'
type Props = { lines: readonly Line[]; changed: () => void; empty: ComponentChildren }

export function OpenLines({ lines, changed, empty }: Props) {
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
        empty={empty}
      />
      {deciding?.act === 'assign' && <Assign line={deciding.line} changed={changed} close={close} />}
      {deciding?.act === 'writeOff' && <WriteOff line={deciding.line} changed={changed} close={close} />}
    </>
  )
}

function columns(decide: (line: Line, act: Act) => void): Column<Line>[] {
  const t = bankTexts()
  return [
    { heading: t.text, cell: (line) => nameOf(line) },
    { heading: t.bankReference, cell: ({ bank_reference }) => bank_reference ?? '–', onCard: 'hidden' },
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
    {
      heading: t.booked,
      cell: ({ booked_on }) => <span class="nowrap">{formatTime(booked_on, 'day')}</span>,
    },
    {
      heading: t.actions,
      onCard: 'foot',
      cell: (line) => (
        <>
          <PendingApprovals pending={line.pending_approvals} />
          <span class="actions in-row">
            <ActButton right="move_money" small data-item onClick={() => decide(line, 'assign')}>
              {t.assign}…
            </ActButton>
            <ActButton right="move_money" small onClick={() => decide(line, 'writeOff')}>
              {line.write_off_by ? t.confirmWriteOff : t.writeOff}…
            </ActButton>
          </span>
        </>
      ),
    },
  ]
}

/** The bank's text of a line, which some banks leave empty. */
function nameOf({ text, bank_reference, statement, entry }: Line): string {
  return text.trim() || bank_reference || bankTexts().lineOf(statement, entry)
}

/** The line that a dialog is about. */
function LineFacts({ of: line }: { of: Line }) {
  const t = bankTexts()
  return (
    <Facts
      facts={[
        [t.text, nameOf(line)],
        [t.amount, formatMoney(line.amount, line.currency)],
        [t.booked, formatTime(line.booked_on, 'day')],
        ...(line.bank_reference ? [[t.bankReference, line.bank_reference] as const] : []),
        ...(line.end_to_end_id ? [[t.endToEndId, line.end_to_end_id] as const] : []),
      ]}
    />
  )
}

type Deciding = { line: Line; changed: () => void; close: () => void }

function Assign({ line, changed, close }: Deciding) {
  const t = bankTexts()
  const waits = useRef(false)
  const loaded = useLoad(`bank line ${line.id}`, (signal) =>
    api.get<schemas.BankLineDetailResponse['data']>(`/bank/lines/${line.id}`, {}, signal),
  )
  return (
    <Await of={loaded}>
      {({ candidates }) =>
        candidates.length === 0 ? (
          <Dialog title={t.assignTitle} close={close}>
            <LineFacts of={line} />
            <p>{t.noCandidate}</p>
          </Dialog>
        ) : (
          <Decision
            title={t.assignTitle}
            explanation={t.assignText}
            action={t.assign}
            reason="none"
            decide={async ({ movement = '' }) => {
              const chosen = candidates[Number(movement)]
              if (!chosen) return
              const { kind, key } = chosen
              const made = await api.post<object>(`/bank/lines/${line.id}/assign`, { kind, key })
              waits.current = 'approval_id' in made
              recordDecision()
              changed()
            }}
            done={() => (waits.current ? t.assignmentWaits : t.assigned)}
            close={close}
          >
            <LineFacts of={line} />
            <Select
              name="movement"
              label={t.choose}
              value="0"
              options={candidates.map((movement, at) => [
                String(at),
                `${movementName(movement)} · ${formatMoney(movement.amount, movement.currency)} · ${formatTime(movement.due_on, 'day')}`,
              ])}
            />
          </Decision>
        )
      }
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
        recordDecision()
        changed()
      }}
      done={t.writtenOff}
      close={close}
    >
      <LineFacts of={line} />
    </Decision>
  )
}
