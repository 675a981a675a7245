// The disputes of all merchants, and the exceptions that need a decision.
import type * as schemas from '../../api/schemas.generated.ts'
import { type Paged, PagedList } from '../../ui/display/pager.tsx'
import { disputeRow } from '../../ui/disputes/row.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { stateTexts } from '../../ui/language/states.ts'
import { Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { choices, FilterForm, useFilters } from '../parts/filters.tsx'
import { countText } from '../parts/list.tsx'
import { filterTexts } from '../texts.ts'
import { FilingBadge } from './badge.tsx'
import { DisputeExceptions } from './exceptions.tsx'
import { disputeTexts } from './texts.ts'

type Dispute = schemas.AdminDisputeSummary

export function DisputesPage() {
  const t = disputeTexts()
  const f = filterTexts()
  const by = useFilters('state', 'merchant_code')
  const disputes = useLoad(by.key, (signal) => api.get<Paged<Dispute>>('/disputes', by.query, signal))
  return (
    <Page title={t.title} intro={t.lead}>
      <DisputeExceptions />
      <FilterForm by={by} search={{ name: 'merchant_code', label: f.merchantCode }}>
        <Select
          name="state"
          label={f.status}
          value={by.values.state}
          options={choices({ TO_FILE: t.toFile, ...stateTexts().dispute })}
        />
      </FilterForm>
      <Await of={disputes}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={by.hrefOf} count={countText(pagination)}>
            <div class="lines-around">
              <Folds
                label={t.title}
                rows={items.map((row) =>
                  disputeRow(row, `/console/disputes/${row.dispute_id}`, {
                    more: row.merchant_name,
                    badge: <FilingBadge dispute={row} />,
                  }),
                )}
                empty={
                  by.values.state === 'TO_FILE' ? (
                    <EmptyState title={t.noneToFile} />
                  ) : (
                    <EmptyState title={t.empty}>
                      <p>{t.emptyText}</p>
                    </EmptyState>
                  )
                }
              />
            </div>
          </PagedList>
        )}
      </Await>
    </Page>
  )
}
