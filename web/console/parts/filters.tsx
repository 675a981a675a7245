// List filters, kept in the page's address so that a filtered list can be bookmarked, shared and navigated back to.
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { Select } from '../../ui/forms/field.tsx'
import { FilterBar } from '../../ui/rows/filter-bar.tsx'
import { queryText } from '../../ui/service/client.ts'
import { session } from '../frame/session.ts'
import { environmentTexts, filterTexts } from '../texts.ts'

export type Filtered<Name extends string> = {
  /** The filters in the address; empty texts for those that are not set. */
  values: Record<Name, string>
  /** The query for the service. */
  query: Record<Name | 'page', string>
  /** Identifies this filtered list. */
  key: string
  hrefOf: (page: number) => string
  /** Goes to the first page of the list with these filters. */
  apply: (values: Readonly<Record<string, string>>) => void
}

export function useFilters<Name extends string>(...names: Name[]): Filtered<Name> {
  const { path, query: sent, route } = useLocation()
  const values = Object.fromEntries(names.map((name) => [name, sent[name] ?? ''])) as Record<Name, string>
  const query = { ...values, page: sent.page ?? '1' } as Record<Name | 'page', string>
  return {
    values,
    query,
    key: JSON.stringify(query),
    hrefOf: (page) => `${path}${queryText({ ...values, page })}`,
    apply: (wanted) => route(`${path}${queryText(wanted)}`),
  }
}

type FilterFormProps<Name extends string> = {
  by: Filtered<Name>
  /** The main search field. */
  search: { name: NoInfer<Name>; label: string; hint?: string }
  /** Whether the list can be narrowed to days, which are those of UTC here. */
  hasDays?: boolean
  /** Further filters. */
  children?: ComponentChildren
}

export function FilterForm<Name extends string>({
  by: { values, apply },
  search: { hint, ...search },
  hasDays,
  children,
}: FilterFormProps<Name>) {
  return (
    <FilterBar
      values={values}
      apply={apply}
      search={{ ...search, hint: hint ?? search.label }}
      days={hasDays ? 'utc' : undefined}
    >
      {children}
    </FilterBar>
  )
}

/** The options of a filter, starting with the one that shows everything. */
export function choices(
  label: Readonly<Record<string, string>>,
): readonly (readonly [value: string, words: string])[] {
  return [['', filterTexts().any], ...Object.entries(label)]
}

/** Tabs that switch between parts of a list, such as open and closed. */
export function Tabs({
  name,
  label,
  value,
  options,
}: {
  /** The filter's name in the address. */
  name: string
  label: string
  value: string
  options: Readonly<Record<string, string>>
}) {
  const { path, query } = useLocation()
  const { page: _, ...others } = query
  return (
    <nav class="tabs" aria-label={label}>
      {Object.entries(options).map(([option, text]) => (
        <a
          key={option}
          href={`${path.replace(/\/\d+$/, '')}${queryText({ ...others, [name]: option })}`}
          aria-current={option === value ? 'page' : undefined}
        >
          {text}
        </a>
      ))}
    </nav>
  )
}

/** The environment in the address; without one, the deployment's own. */
export function useEnvironment(): 'sandbox' | 'production' {
  const { environment } = useLocation().query
  if (environment === 'sandbox' || environment === 'production') return environment
  return session.value?.me.environment ?? 'sandbox'
}

export function EnvironmentTabs({ value }: { value: string }) {
  return (
    <Tabs name="environment" label={filterTexts().environment} value={value} options={environmentTexts()} />
  )
}

export function EnvironmentSelect({ value }: { value: string }) {
  return (
    <Select
      name="environment"
      label={filterTexts().environment}
      value={value}
      options={choices(environmentTexts())}
    />
  )
}
