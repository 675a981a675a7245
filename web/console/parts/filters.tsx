// What a list is narrowed to stands in its address, so that it can be gone back to and handed on.
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { Button } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { queryText } from '../../ui/service/client.ts'
import { session } from '../frame/session.ts'
import { environmentTexts, filterTexts } from '../texts.ts'

export type Filtered<Name extends string> = {
  /** As the address says; empty where it says nothing. */
  values: Record<Name, string>
  /** For the service. */
  query: Record<Name | 'page', string>
  /** Tells one list from another. */
  key: string
  hrefOf: (page: number) => string
  /** Goes to the first page of what these let through. */
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
  /** The field that finds most. */
  search: { name: NoInfer<Name>; label: string; hint?: string }
  /** Narrower ones, folded away on a phone. */
  children?: ComponentChildren
}

/** A choice counts at once; what is typed, when it is asked for. */
export function FilterForm<Name extends string>({ by, search, children }: FilterFormProps<Name>) {
  const t = filterTexts()
  const { values, apply } = by
  const { [search.name]: _, ...others } = values
  const isNarrowed = Object.values(others).some((value) => value !== '')
  return (
    <search>
      <form
        key={by.key}
        class="card"
        onSubmit={(event) => {
          event.preventDefault()
          apply(valuesOf(event.currentTarget))
        }}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) apply(valuesOf(event.currentTarget))
        }}
      >
        <div class="search-box">
          <Field {...search} type="search" value={values[search.name]} autocomplete="off" />
          <Button type="submit">{t.apply}</Button>
        </div>
        {children && (
          <details class="filters" open={isNarrowed || wide.matches}>
            <summary>{t.more}</summary>
            <div class="fields">{children}</div>
          </details>
        )}
      </form>
    </search>
  )
}

/** Where there is room, nothing is folded away. */
const wide = matchMedia('(min-width: 960px)')

export function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
}

/** Choices of a filter, with the one that narrows nothing first. */
export function choices(
  label: Readonly<Record<string, string>>,
): readonly (readonly [value: string, words: string])[] {
  return [['', filterTexts().any], ...Object.entries(label)]
}

/** A few lists in one, such as open and closed: one is always shown. */
export function Tabs({
  name,
  label,
  value,
  options,
}: {
  /** Of the filter in the address. */
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

/** The environment of the address; without one what this deployment is for. */
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
