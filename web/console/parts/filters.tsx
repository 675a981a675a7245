// List filters, kept in the page's address so that a filtered list can be bookmarked, shared and navigated back to.
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { Button } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Drawing } from '../../ui/frame/tabs.tsx'
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
  /** Further filters, folded away on a phone. */
  children?: ComponentChildren
}

/**
 * The search stays in sight while the list scrolls. A selection applies immediately; typed filters apply when the form is submitted.
 */
export function FilterForm<Name extends string>({ by, search, children }: FilterFormProps<Name>) {
  const t = filterTexts()
  const { values, apply } = by
  const { [search.name]: _, ...others } = values
  const isNarrowed = Object.values(others).some((value) => value !== '')
  const isFiltered = isNarrowed || values[search.name] !== ''
  return (
    <search class="stuck">
      <form
        key={by.key}
        class="filter-bar"
        onSubmit={(event) => {
          event.preventDefault()
          apply(valuesOf(event.currentTarget))
        }}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) apply(valuesOf(event.currentTarget))
        }}
      >
        <div class="find">
          <Field
            name={search.name}
            label={search.label}
            placeholder={search.hint ?? search.label}
            type="search"
            value={values[search.name]}
            autocomplete="off"
          />
          <Button type="submit" appearance="main">
            <Drawing of="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4" />
            <span class="wide">{t.apply}</span>
          </Button>
        </div>
        {children && (
          <details class="filters" open={isNarrowed}>
            <summary>{t.more}</summary>
            <div class="fields">{children}</div>
          </details>
        )}
        {isFiltered && (
          <Button small appearance="quiet" onClick={() => apply({})}>
            {t.clear}
          </Button>
        )}
      </form>
    </search>
  )
}

export function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
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
