// The disputes of card payments: what is contested, and until when to respond.
import { PagedList } from '../../ui/display/pager.tsx'
import { disputeRow } from '../../ui/disputes/row.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import type { DisputeSummary } from '../api-types.ts'
import { Filters } from '../filters.tsx'
import { labelsOf } from '../labels.ts'
import { useList } from '../list.ts'
import { NothingHere } from '../nothing-here.tsx'
import { disputePage } from './address.ts'
import { disputeTexts } from './texts.ts'

export function DisputesPage() {
  const t = disputeTexts()
  const list = useList<DisputeSummary>('disputes')
  return (
    <Page title={t.title} intro={t.intro}>
      <Filters
        list={list}
        hasDays={false}
        choices={[{ name: 'state', label: t.state, options: labelsOf('dispute') }]}
      />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <div class="lines-around">
              <Folds
                label={t.title}
                rows={items.map((row) => disputeRow(row, disputePage(row.dispute_id)))}
                empty={<NothingHere list={list} none={t.none} hint={t.noneHint} />}
              />
            </div>
          </PagedList>
        )}
      </Await>
    </Page>
  )
}
