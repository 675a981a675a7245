// The rows of a batch: what is wrong with each, column by column, and what became of them.
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { Reference } from '../../ui/display/reference.tsx'
import { type Column, Table } from '../../ui/display/table.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Await } from '../../ui/service/await.tsx'
import type { AnyBatchRow, Batch, BatchRow } from '../api-types.ts'
import { Filters } from '../filters.tsx'
import type { List } from '../list.ts'
import { CorrectRow } from './correct-row.tsx'
import { fieldNamesOf } from './field-names.ts'
import { type Kind, mayChange, rowTextsOf } from './kind.ts'
import { profileTexts } from './profiles/profile-texts.ts'
import { rowFaults } from './row-faults.ts'
import { rowState, rowStates } from './states.ts'

const tones: Record<BatchRow['state'], Tone> = {
  UNCHECKED: 'plain',
  READY: 'plain',
  FAULTY: 'bad',
  WAITING: 'plain',
  SENT: 'wait',
  HELD: 'wait',
  SUCCESSFUL: 'good',
  FAILED: 'bad',
  REVERSED: 'plain',
  CANCELLED: 'plain',
}

export function Rows({ batch, list, done }: { batch: Batch; list: List<AnyBatchRow>; done: () => void }) {
  const [correcting, setCorrecting] = useState<AnyBatchRow>()
  const t = rowTextsOf(batch.kind)
  useReloadWith(batch, list)
  const { state: chosen } = list.filters
  // The chosen one even after the last row has left it.
  const options = rowStates(batch.kind).filter(
    ([state]) => state === chosen || batch.counts[lowerCase(state)] > 0,
  )
  const canCorrect = mayChange(batch.kind) && (batch.state === 'CHECKED' || batch.state === 'CHECKING')
  const close = () => {
    setCorrecting(undefined)
    done()
  }
  return (
    <section class="stack">
      <h2 id="rows">{t.title}</h2>
      <Filters
        list={list}
        hasDays={false}
        choices={[
          { name: 'state', label: t.state, options },
          { name: 'field', label: t.column, options: Object.entries(fieldNamesOf(batch.kind)) },
        ]}
      />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Table
              caption={t.caption}
              columns={columns(batch.kind, canCorrect ? setCorrecting : undefined)}
              rows={items}
              keyOf={({ row }) => row}
            />
          </PagedList>
        )}
      </Await>
      {correcting && <CorrectRow batch={batch} row={correcting} close={close} />}
    </section>
  )
}

const lowerCase = (state: BatchRow['state']) => state.toLowerCase() as keyof Batch['counts']

/** The rows are loaded again after the batch, so that they are never older than its figures. */
function useReloadWith(batch: Batch, { loaded: { reload } }: List<AnyBatchRow>): void {
  const seen = useRef(batch)
  useEffect(() => {
    if (seen.current === batch) return
    seen.current = batch
    reload()
  }, [batch, reload])
}

type Correct = ((row: AnyBatchRow) => void) | undefined

function columns(kind: Kind, correct: Correct): Column<AnyBatchRow>[] {
  const t = rowTextsOf(kind)
  return [
    { heading: t.row, cell: (row) => <What row={row} /> },
    {
      heading: t.state,
      onCard: 'corner',
      cell: ({ state }) => <Badge tone={tones[state]}>{rowState(kind, state)}</Badge>,
    },
    { heading: t.to, onCard: 'below', cell: purposeOf },
    { heading: t.amount, numeric: true, cell: amountOfRow },
    { heading: t.faults, onCard: 'below', cell: (row) => <Faults kind={kind} row={row} correct={correct} /> },
  ]
}

/** The number of the row, and what it is about or became. */
function What({ row: one }: { row: AnyBatchRow }) {
  const isRefund = 'transaction_uuid' in one
  const name = isRefund
    ? (one.merchant_reference ?? one.cs_payment_id ?? one.transaction_uuid)
    : one.reference
  const id = isRefund ? one.transaction_uuid : one.transaction_id
  const href = id && `/portal/${isRefund ? 'payments' : 'transfers'}/${encodeURIComponent(id)}`
  return (
    <Reference of={`${one.row} · ${name}`}>
      {one.row}
      {name !== null && ' · '}
      {href ? <a href={href}>{name ?? id}</a> : name}
    </Reference>
  )
}

function purposeOf(row: AnyBatchRow): string {
  if ('transaction_uuid' in row) return row.reason ?? ''
  const { expected_receiver_name: name, customer_number: number, profiles } = row
  const codes = profiles.map(({ code }) => rowTextsOf('transfer').profile(code))
  return [name, number && formatPhone(number), ...codes].filter(Boolean).join(' · ')
}

function amountOfRow(row: AnyBatchRow): string {
  if ('transaction_uuid' in row) return row.amount === null ? '' : formatMoney(row.amount, row.currency)
  const { source_amount, source_currency, receiver_amount } = row
  if (receiver_amount !== null) return formatMoney(receiver_amount, 'USD')
  return source_amount === null ? '' : formatMoney(source_amount, source_currency ?? '')
}

/** Who wrote what no other user has confirmed yet. */
function newProfilesOf(row: AnyBatchRow): string[] {
  if ('transaction_uuid' in row) return []
  return row.profiles
    .filter(({ is_confirmed }) => !is_confirmed)
    .map(({ code, changed_by, changed_at }) =>
      rowTextsOf('transfer').changed(code, changed_by ?? profileTexts().api, formatTime(changed_at)),
    )
}

function Faults({ kind, row, correct }: { kind: Kind; row: AnyBatchRow; correct: Correct }) {
  const t = rowTextsOf(kind)
  const isReady = row.state === 'READY'
  return (
    <>
      <ul class="plain-list">
        {isReady && row.would_hold && <li>{t.wouldHold}</li>}
        {isReady && row.repeats !== null && <li>{t.repeats(row.repeats)}</li>}
        {isReady && newProfilesOf(row).map((text) => <li key={text}>{text}</li>)}
        {rowFaults(row.errors).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {correct && row.state === 'FAULTY' && (
        <Button small onClick={() => correct(row)} aria-label={t.correctRow(row.row)}>
          {t.correct}…
        </Button>
      )}
    </>
  )
}
