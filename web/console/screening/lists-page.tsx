// The screening lists in use, and how far persons have been screened again with them.
import type * as schemas from '../../api/schemas.generated.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Code } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { EnvironmentTabs, useEnvironment, useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { environmentTexts } from '../texts.ts'
import { listName } from './list-names.ts'
import { listTexts, runTexts } from './texts.ts'

type ScreeningList = schemas.ScreeningList
type Run = schemas.ScreeningRun

export function ListsPage() {
  const t = listTexts()
  const environments = environmentTexts()
  const { query, key, hrefOf } = useFilters()
  const lists = useLoad(key, (signal) =>
    api.get<Paged<ScreeningList>>('/remittance/screening/lists', query, signal),
  )
  return (
    <Page title={t.title} intro={t.lead}>
      <List
        of={lists}
        caption={t.title}
        keyOf={({ list }) => list}
        hrefOf={({ list }) => `/console/lists/${encodeURIComponent(list)}`}
        pageHref={hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.list, cell: ({ list }) => listName(list) },
          {
            heading: t.environments,
            cell: (list) => (
              <span class="nowrap">{list.environments.map((one) => environments[one]).join(', ')}</span>
            ),
          },
          { heading: t.entries, numeric: true, cell: ({ entry_count }) => formatNumber(entry_count) },
          { heading: t.file, cell: ({ file_name, format }) => file_name || format },
          {
            heading: t.hash,
            cell: ({ file_hash }) => file_hash && <Code whole>{file_hash.slice(0, 8)}</Code>,
          },
          { heading: t.imported, cell: ({ imported_at }) => <Time at={imported_at} /> },
          { heading: t.by, cell: ({ imported_by }) => imported_by },
        ]}
      />
      <Runs />
    </Page>
  )
}

const runTones = { running: 'wait', ended: 'good', superseded: 'plain' } as const
const runsShown = 10

/** Ongoing screening: the newest runs of an environment. */
function Runs() {
  const t = runTexts()
  const environment = useEnvironment()
  const wanted = { environment, limit: runsShown }
  const runs = useLoad(
    JSON.stringify(wanted),
    (signal) => api.get<Paged<Run>>('/remittance/screening/runs', wanted, signal),
    { everyMs: 10_000 },
  )
  return (
    <section class="stack">
      <h2>{t.title}</h2>
      <p>{t.lead}</p>
      <EnvironmentTabs value={environment} />
      <Await of={runs}>
        {({ items }) => (
          <Table
            caption={t.title}
            rows={items}
            keyOf={({ list_version }) => list_version}
            empty={<EmptyState title={t.empty} />}
            columns={[
              { heading: t.version, cell: ({ list_version }) => t.versionOf(list_version) },
              {
                heading: t.state,
                cell: ({ state }) => <Badge tone={runTones[state]}>{t.states[state]}</Badge>,
              },
              { heading: t.started, cell: ({ started_at }) => <Time at={started_at} /> },
              { heading: t.screened, numeric: true, cell: ({ screened }) => formatNumber(screened) },
              { heading: t.remaining, numeric: true, cell: ({ remaining }) => formatNumber(remaining) },
              { heading: t.alerts, numeric: true, cell: ({ alerts }) => formatNumber(alerts) },
            ]}
          />
        )}
      </Await>
    </section>
  )
}
