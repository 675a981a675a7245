// The rows of a batch: what is wrong with each, column by column, and what became of them.
import { useEffect, useRef, useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { type Column, Table } from '../../ui/display/table.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Await } from '../../ui/service/await.tsx'
import { may } from '../access/session.ts'
import type { Batch, BatchRow } from '../api-types.ts'
import { Filters } from '../filters.tsx'
import type { List } from '../list.ts'
import { CorrectRow } from './correct-row.tsx'
import { placedFault } from './fault-texts.ts'
import { fieldNames } from './field-names.ts'
import { rowState, rowStates } from './states.ts'
import { rowTexts } from './texts.ts'

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

export function Rows({ batch, list, done }: { batch: Batch; list: List<BatchRow>; done: () => void }) {
  const [correcting, setCorrecting] = useState<BatchRow>()
  const t = rowTexts()
  useReloadWith(batch, list)
  const { state: chosen } = list.filters
  // The chosen one even after the last row has left it.
  const options = rowStates().filter(([state]) => state === chosen || batch.counts[lowerCase(state)] > 0)
  const canCorrect = may('payout') && (batch.state === 'CHECKED' || batch.state === 'CHECKING')
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
          { name: 'field', label: t.column, options: Object.entries(fieldNames()) },
        ]}
      />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Table
              caption={t.caption}
              columns={columns(canCorrect ? setCorrecting : undefined)}
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
function useReloadWith(batch: Batch, { loaded: { reload } }: List<BatchRow>): void {
  const seen = useRef(batch)
  useEffect(() => {
    if (seen.current === batch) return
    seen.current = batch
    reload()
  }, [batch, reload])
}

function columns(correct: ((row: BatchRow) => void) | undefined): Column<BatchRow>[] {
  const t = rowTexts()
  return [
    {
      heading: t.row,
      cell: ({ row, reference, transaction_id }) => (
        <>
          {row}
          {reference !== null && ' · '}
          {transaction_id === null ? (
            reference
          ) : (
            <a href={`/portal/transfers/${encodeURIComponent(transaction_id)}`}>{reference}</a>
          )}
        </>
      ),
    },
    { heading: t.state, onCard: 'corner', cell: ({ state }) => <RowBadge state={state} /> },
    {
      heading: t.to,
      onCard: 'below',
      cell: ({ expected_receiver_name: name, customer_number: number }) =>
        [name, number && formatPhone(number)].filter(Boolean).join(' · '),
    },
    { heading: t.amount, numeric: true, cell: amountOfRow },
    { heading: t.faults, onCard: 'below', cell: (row) => <Faults row={row} correct={correct} /> },
  ]
}

function amountOfRow({ source_amount, source_currency, receiver_amount }: BatchRow): string {
  if (receiver_amount !== null) return formatMoney(receiver_amount, 'USD')
  return source_amount === null ? '' : formatMoney(source_amount, source_currency ?? '')
}

function Faults({ row, correct }: { row: BatchRow; correct: ((row: BatchRow) => void) | undefined }) {
  const t = rowTexts()
  const isReady = row.state === 'READY'
  return (
    <>
      <ul class="plain-list">
        {isReady && row.would_hold && <li>{t.wouldHold}</li>}
        {isReady && row.repeats !== null && <li>{t.repeats(row.repeats)}</li>}
        {row.errors.map((fault) => (
          <li key={`${fault.field} ${fault.message}`}>{placedFault(fault)}</li>
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

const RowBadge = ({ state }: { state: BatchRow['state'] }) => (
  <Badge tone={tones[state]}>{rowState(state)}</Badge>
)
