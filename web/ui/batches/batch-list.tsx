// The list of batches, newest first.
import { Badge, type Tone } from '../display/badge.tsx'
import { type Paged, PagedList } from '../display/pager.tsx'
import { Time } from '../display/time.tsx'
import { EmptyState } from '../frame/notice.tsx'
import { type Fold, Folds } from '../rows/folds.tsx'
import { Await } from '../service/await.tsx'
import type { Loaded } from '../service/load.ts'
import type { BatchPlace, BatchSummary } from './place.ts'
import { batchState } from './states.ts'
import { listTextsOf, type Words } from './words.ts'

type ListProps<Summary> = {
  place: Pick<BatchPlace, 'words' | 'page'>
  loaded: Loaded<Paged<Summary>>
  hrefOf: (page: number) => string
  /** Whose it is, where the list has batches of several merchants. */
  noteOf?: (batch: Summary) => string
}

export function BatchList<Summary extends BatchSummary>({
  place: { words, page },
  loaded,
  hrefOf,
  noteOf,
}: ListProps<Summary>) {
  const t = listTextsOf(words)
  const row = (batch: Summary): Fold => {
    const { batch_id, name, rows, uploaded_by, created_at, state } = batch
    return {
      key: batch_id,
      at: created_at,
      href: `${page}/${batch_id}`,
      name,
      note: [...(noteOf ? [noteOf(batch)] : []), t.rows(rows), uploaded_by ?? t.api].join(' · '),
      side: <Time at={created_at} look="clock" />,
      end: <BatchBadge state={state} />,
    }
  }
  return (
    <Await of={loaded}>
      {({ items, pagination }) => (
        <PagedList pagination={pagination} hrefOf={hrefOf} count={t.count(pagination.total)}>
          <Folds label={t.title} byDay rows={items.map(row)} empty={<NoBatches words={words} />} />
        </PagedList>
      )}
    </Await>
  )
}

function NoBatches({ words }: { words: Words }) {
  const t = listTextsOf(words)
  return (
    <EmptyState title={t.none}>
      <p>{t.noneHint}</p>
    </EmptyState>
  )
}

const tones: Record<BatchSummary['state'], Tone> = {
  CHECKING: 'wait',
  CHECKED: 'wait',
  CONFIRMED: 'wait',
  RUNNING: 'wait',
  PAUSED: 'bad',
  DONE: 'good',
  CANCELLED: 'plain',
}

export const BatchBadge = ({ state }: { state: BatchSummary['state'] }) => (
  <Badge tone={tones[state]}>{batchState(state)}</Badge>
)
