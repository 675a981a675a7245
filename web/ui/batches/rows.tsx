// The rows of a batch: what is wrong with each, column by column, and what became of them.
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMoney } from '../display/amount.tsx'
import { Badge, type Tone } from '../display/badge.tsx'
import { PagedList } from '../display/pager.tsx'
import { formatPhone } from '../display/phone.ts'
import { Reference } from '../display/reference.tsx'
import { type Column, Table } from '../display/table.tsx'
import { formatTime } from '../display/time.tsx'
import { Button } from '../forms/button.tsx'
import { Select } from '../forms/field.tsx'
import { FilterBar } from '../rows/filter-bar.tsx'
import { Await } from '../service/await.tsx'
import { CorrectRow } from './correct-row.tsx'
import { fieldNamesOf } from './field-names.ts'
import type { AnyBatchRow, Batch, BatchPlace, BatchRow, RowList } from './place.ts'
import { rowFaults } from './row-faults.ts'
import { rowState, rowStates } from './states.ts'
import { rowTextsOf } from './words.ts'

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

type RowsProps = { place: BatchPlace; batch: Batch; list: RowList; done: () => void }

export function Rows({ place, batch, list, done }: RowsProps) {
  const [correcting, setCorrecting] = useState<AnyBatchRow>()
  const t = rowTextsOf(place.words)
  useReloadWith(batch, list)
  const { state: chosen } = list.filters
  // The chosen one even after the last row has left it.
  const options = rowStates(batch.kind).filter(
    ([state]) => state === chosen || batch.counts[lowerCase(state)] > 0,
  )
  const canCorrect = place.may('change') && (batch.state === 'CHECKED' || batch.state === 'CHECKING')
  const close = () => {
    setCorrecting(undefined)
    done()
  }
  return (
    <section class="stack">
      <h2 id="rows">{t.title}</h2>
      <FilterBar values={list.filters} apply={list.filter}>
        {(
          [
            ['state', t.state, options],
            ['field', t.column, Object.entries(fieldNamesOf(batch.kind))],
          ] as const
        ).map(([name, label, choices]) => (
          <Select
            key={name}
            name={name}
            label={label}
            options={[['', t.all], ...choices]}
            value={list.filters[name] ?? ''}
          />
        ))}
      </FilterBar>
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Table
              caption={t.caption}
              columns={columns(place, batch, canCorrect ? setCorrecting : undefined)}
              rows={items}
              keyOf={({ row }) => row}
            />
          </PagedList>
        )}
      </Await>
      {correcting && <CorrectRow place={place} batch={batch} row={correcting} close={close} />}
    </section>
  )
}

const lowerCase = (state: BatchRow['state']) => state.toLowerCase() as keyof Batch['counts']

/** The rows are loaded again after the batch, so that they are never older than its figures. */
function useReloadWith(batch: Batch, { loaded: { reload } }: RowList): void {
  const seen = useRef(batch)
  useEffect(() => {
    if (seen.current === batch) return
    seen.current = batch
    reload()
  }, [batch, reload])
}

type Correct = ((row: AnyBatchRow) => void) | undefined

function columns(place: BatchPlace, { kind }: Batch, correct: Correct): Column<AnyBatchRow>[] {
  const t = rowTextsOf(place.words)
  return [
    { heading: t.row, cell: (row) => <What place={place} row={row} /> },
    {
      heading: t.state,
      onCard: 'corner',
      cell: ({ state }) => <Badge tone={tones[state]}>{rowState(kind, state)}</Badge>,
    },
    { heading: t.to, onCard: 'below', cell: purposeOf },
    { heading: t.amount, numeric: true, cell: amountOfRow },
    {
      heading: t.faults,
      onCard: 'below',
      cell: (row) => <Faults place={place} row={row} correct={correct} />,
    },
  ]
}

/** The number of the row, and what it is about or became. */
function What({ place, row: one }: { place: BatchPlace; row: AnyBatchRow }) {
  const isRefund = 'transaction_uuid' in one
  const name = isRefund
    ? (one.merchant_reference ?? one.cs_payment_id ?? one.transaction_uuid)
    : one.reference
  const id = isRefund ? one.transaction_uuid : one.transaction_id
  const href = id && place.hrefOfRow(id)
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
      rowTextsOf('transfer').changed(code, changed_by ?? rowTextsOf('transfer').api, formatTime(changed_at)),
    )
}

function Faults({ place, row, correct }: { place: BatchPlace; row: AnyBatchRow; correct: Correct }) {
  const t = rowTextsOf(place.words)
  const isReady = row.state === 'READY'
  return (
    <>
      <ul class="plain-list">
        {isReady && 'would_hold' in row && row.would_hold && <li>{t.wouldHold}</li>}
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
