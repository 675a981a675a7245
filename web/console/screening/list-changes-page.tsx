// What changed between two versions of a screening list: by default with the newest import.
import { useLocation } from 'preact-iso'
import type * as schemas from '../../api/schemas.generated.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { type Paged, PagedList } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../frame/session.ts'
import { Download } from '../parts/files.tsx'
import { Tabs } from '../parts/filters.tsx'
import { countText } from '../parts/list.tsx'
import { changeTexts } from './change-texts.ts'
import { listName } from './list-names.ts'

type Changes = schemas.ScreeningListChanges['data']
type Change = schemas.ScreeningListChange
type Version = schemas.ScreeningListVersion

const maxVersions = 100
const tones = { added: 'bad', changed: 'wait', removed: 'plain' } as const

export function ListChangesPage({ list }: { list: string }) {
  const t = changeTexts()
  const { path, query } = useLocation()
  const chosen = {
    from_version: query.from_version ?? '',
    to_version: query.to_version ?? '',
    change: query.change ?? '',
  }
  const given = Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== ''))
  const wanted = { ...given, page: query.page ?? '1' }
  const base = `/remittance/screening/lists/${encodeURIComponent(list)}`
  const changes = useLoad(`${list} ${JSON.stringify(wanted)}`, (signal) =>
    api.get<Changes>(`${base}/changes`, wanted, signal),
  )
  return (
    <Page title={listName(list)} intro={t.lead} back={{ href: '/console/lists', label: t.lists }}>
      <Versions base={base} />
      <Tabs name="change" label={t.kind} value={chosen.change} options={{ '': t.all, ...t.kinds }} />
      <Await of={changes}>
        {(shown) => (
          <>
            <Summary shown={shown} />
            <PagedList
              pagination={shown.pagination}
              hrefOf={(page) => `${path}${queryText({ ...given, page: String(page) })}`}
              count={countText(shown.pagination)}
            >
              <ChangeTable changes={shown.items} />
            </PagedList>
            {shown.pagination.total > 0 && (
              <p>
                <Download
                  path={`${base}/changes${queryText({ ...given, format: 'csv' })}`}
                  name={t.download}
                />
              </p>
            )}
          </>
        )}
      </Await>
    </Page>
  )
}

function Summary({ shown: { from, to, counts, complete } }: { shown: Changes }) {
  const t = changeTexts()
  if (from === null) return <p>{t.first(to)}</p>
  return (
    <>
      <p>{t.between(from, to, counts)}</p>
      {!complete && <p class="soft">{t.incomplete}</p>}
    </>
  )
}

/** Chooses the two versions to compare. */
function Versions({ base }: { base: string }) {
  const t = changeTexts()
  const { path, query, route } = useLocation()
  const versions = useLoad(base, (signal) =>
    api.get<Paged<Version>>(`${base}/versions`, { limit: maxVersions }, signal),
  )
  return (
    <Await of={versions}>
      {({ items }) => {
        const options = items.map(
          ({ version, file_name, format }) => [version, `${version} (${file_name || format})`] as const,
        )
        return (
          <>
            <Form
              key={`${query.from_version} ${query.to_version}`}
              submit={async ({ from_version = '', to_version = '' }) =>
                route(`${path}${queryText({ ...query, page: '', from_version, to_version })}`)
              }
              action={t.compare}
              appearance="plain"
            >
              <Select
                name="from_version"
                label={t.from}
                value={query.from_version ?? ''}
                options={[['', t.before], ...options]}
              />
              <Select
                name="to_version"
                label={t.to}
                value={query.to_version ?? ''}
                options={[['', t.newest], ...options]}
              />
            </Form>
            <details>
              <summary>{t.imports}</summary>
              <VersionTable versions={items} />
            </details>
          </>
        )
      }}
    </Await>
  )
}

function VersionTable({ versions }: { versions: readonly Version[] }) {
  const t = changeTexts()
  const shown = (count: number | null) => (count === null ? '' : formatNumber(count))
  return (
    <Table
      caption={t.imports}
      rows={versions}
      keyOf={({ version }) => version}
      columns={[
        { heading: t.version, cell: ({ version }) => version },
        { heading: t.imported, cell: ({ imported_at }) => <Time at={imported_at} /> },
        { heading: t.by, cell: ({ imported_by }) => imported_by },
        { heading: t.entries, numeric: true, cell: ({ entry_count }) => formatNumber(entry_count) },
        { heading: t.kinds.added, numeric: true, cell: ({ added }) => shown(added) },
        { heading: t.kinds.changed, numeric: true, cell: ({ changed }) => shown(changed) },
        { heading: t.kinds.removed, numeric: true, cell: ({ removed }) => shown(removed) },
      ]}
    />
  )
}

function ChangeTable({ changes }: { changes: readonly Change[] }) {
  const t = changeTexts()
  return (
    <Table
      caption={t.title}
      rows={changes}
      keyOf={({ entry_id }) => entry_id}
      empty={<EmptyState title={t.empty} />}
      columns={[
        { heading: t.name, cell: ({ name }) => name },
        { heading: t.kind, cell: ({ change }) => <Badge tone={tones[change]}>{t.kinds[change]}</Badge> },
        { heading: t.entry, cell: ({ entry_id }) => entry_id },
        { heading: t.difference, onCard: 'below', cell: (change) => <Difference of={change} /> },
      ]}
    />
  )
}

/** What differs in a changed entry; the facts of one that was added or removed. */
function Difference({ of: { fields, before, after } }: { of: Change }) {
  const t = changeTexts()
  const entry = after ?? before
  if (before === null || after === null)
    return (
      <>
        {[entry?.aliases, entry?.birth_dates, entry?.countries, entry?.programs]
          .map((values) => values?.join(', '))
          .filter(Boolean)
          .join(' · ')}
      </>
    )
  return (
    <ul>
      {fields.map((field) => (
        <li key={field}>
          {t.field(t.fields[field])} <del>{without(before[field] ?? [], after[field] ?? [])}</del>{' '}
          <ins>{without(after[field] ?? [], before[field] ?? [])}</ins>
        </li>
      ))}
    </ul>
  )
}

/** The values that the other version does not have. */
const without = (values: string | readonly string[], others: string | readonly string[]) =>
  [values]
    .flat()
    .filter((value) => ![others].flat().includes(value))
    .join(', ')
