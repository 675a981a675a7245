import type * as schemas from '../../api/schemas.generated.ts'
import { Code } from '../../ui/display/facts.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { useFilters } from '../parts/filters.tsx'
import { List } from '../parts/list.tsx'
import { environmentTexts } from '../texts.ts'
import { listName } from './list-names.ts'
import { listTexts } from './texts.ts'

type ScreeningList = schemas.ScreeningList

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
        pageHref={hrefOf}
        empty={{ title: t.empty, text: t.emptyText }}
        columns={[
          { heading: t.list, cell: ({ list }) => listName(list) },
          {
            heading: t.environments,
            cell: (list) => list.environments.map((one) => environments[one]).join(', '),
          },
          { heading: t.entries, numeric: true, cell: ({ entry_count }) => formatNumber(entry_count) },
          { heading: t.file, cell: ({ file_name, format }) => file_name || format },
          { heading: t.hash, cell: ({ file_hash }) => file_hash && <Code>{file_hash.slice(0, 16)}</Code> },
          { heading: t.imported, cell: ({ imported_at }) => <Time at={imported_at} /> },
          { heading: t.by, cell: ({ imported_by }) => imported_by },
        ]}
      />
    </Page>
  )
}
