// The compliance cases: those that are not closed by deadline, or the closed ones.
import { useLocation } from 'preact-iso'
import { Badge } from '../../ui/display/badge.tsx'
import { type Paged, PagedList } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { EnvironmentTabs, Tabs, useEnvironment } from '../parts/filters.tsx'
import { countText } from '../parts/list.tsx'
import { type CaseSummary, caseHref, casesPath, caseTones } from './case.ts'
import { caseTexts } from './texts.ts'

export function CasesPage() {
  const t = caseTexts()
  const { path, query } = useLocation()
  const environment = useEnvironment()
  const state = query.state === 'CLOSED' ? 'CLOSED' : ''
  const wanted = { environment, page: query.page ?? '1', ...(state && { state }) }
  const cases = useLoad(
    JSON.stringify(wanted),
    (signal) => api.get<Paged<CaseSummary>>(casesPath, wanted, signal),
    { everyMs: 30_000 },
  )
  const hrefOf = (page: number) => `${path}${queryText({ ...query, page })}`
  return (
    <Page title={t.title} intro={t.lead}>
      <div class="tab-row">
        <Tabs
          name="state"
          label={t.state}
          value={state}
          options={{ '': t.openOnes, CLOSED: t.states.CLOSED }}
        />
        <EnvironmentTabs value={environment} />
      </div>
      <Await of={cases}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={hrefOf} count={countText(pagination)}>
            <CaseTable cases={items} />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

function CaseTable({ cases }: { cases: readonly CaseSummary[] }) {
  const t = caseTexts()
  return (
    <Table
      caption={t.title}
      rows={cases}
      keyOf={({ case_id }) => case_id}
      hrefOf={({ case_id }) => caseHref(case_id)}
      empty={
        <EmptyState title={t.empty}>
          <p>{t.emptyText}</p>
        </EmptyState>
      }
      columns={[
        { heading: t.personName, cell: ({ person_name }) => <bdi>{person_name}</bdi> },
        { heading: t.state, cell: (row) => <CaseBadge row={row} />, onCard: 'corner' },
        { heading: t.items, cell: ({ items }) => formatNumber(items), numeric: true },
        { heading: t.due, cell: ({ due_at }) => <Time at={due_at} /> },
      ]}
    />
  )
}

/** The state of a case; a case past its deadline says so instead. */
export function CaseBadge({
  row: { state, escalated_at },
}: {
  row: Pick<CaseSummary, 'state' | 'escalated_at'>
}) {
  const t = caseTexts()
  if (state !== 'CLOSED' && escalated_at) return <Badge tone="bad">{t.overdue}</Badge>
  return <Badge tone={caseTones[state]}>{t.states[state]}</Badge>
}
