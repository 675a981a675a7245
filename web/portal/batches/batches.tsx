// The batches of a kind that were uploaded, newest first.
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import type { BatchSummary } from '../api-types.ts'
import { useList } from '../list.ts'
import { type Kind, listTextsOf, mayChange, pageOf, pathOf } from './kind.ts'
import { profileTexts } from './profiles/profile-texts.ts'
import { batchState } from './states.ts'

export const BatchesPage = () => <Batches kind="transfer" />
export const RefundBatchesPage = () => <Batches kind="refund" />

function Batches({ kind }: { kind: Kind }) {
  const t = listTextsOf(kind)
  const list = useList<BatchSummary>(pathOf(kind))
  return (
    <Page
      title={t.title}
      intro={t.intro}
      side={
        mayChange(kind) && (
          <div class="actions">
            {kind === 'transfer' && (
              <ButtonLink small href="/portal/batches/profiles">
                {profileTexts().title}
              </ButtonLink>
            )}
            <ButtonLink small appearance="main" href={`${pageOf(kind)}/new`}>
              {t.add}
            </ButtonLink>
          </div>
        )
      }
    >
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Folds label={t.title} byDay rows={items.map(rowOf)} empty={<NoBatches kind={kind} />} />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

function NoBatches({ kind }: { kind: Kind }) {
  const t = listTextsOf(kind)
  return (
    <EmptyState title={t.none}>
      <p>{t.noneHint}</p>
    </EmptyState>
  )
}

function rowOf({ batch_id, kind, name, rows, uploaded_by, created_at, state }: BatchSummary): Fold {
  const t = listTextsOf(kind)
  return {
    key: batch_id,
    at: created_at,
    href: `${pageOf(kind)}/${batch_id}`,
    name,
    note: [t.rows(rows), uploaded_by ?? t.api].join(' · '),
    side: <Time at={created_at} look="clock" />,
    end: <BatchBadge state={state} />,
  }
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
