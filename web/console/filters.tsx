// What a list is narrowed to stands in its address, so that it can be gone back to and handed on.
import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { Button } from '../ui/button.tsx'
import { queryText } from '../ui/client.ts'
import { Select } from '../ui/field.tsx'
import type { Values } from '../ui/form.tsx'
import { session } from './session.ts'
import { environmentTexts, filterTexts } from './texts.ts'

export type Filtered<Name extends string> = {
  /** As the address says; empty where it says nothing. */
  values: Record<Name, string>
  /** For the service, and to know one list from another. */
  query: Record<Name | 'page', string>
  key: string
  hrefOf: (page: number) => string
  apply: (values: Values) => void
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

/** Fields named as the filters; nothing is asked for before the button is pressed, but a choice counts at once. */
export function FilterForm({
  apply,
  children,
}: {
  apply: (values: Values) => void
  children: ComponentChildren
}) {
  const t = filterTexts()
  const read = (form: HTMLFormElement) =>
    Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
  return (
    <search>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault()
          apply(read(event.currentTarget))
        }}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) apply(read(event.currentTarget))
        }}
      >
        {children}
        <div class="apply">
          <Button type="submit">{t.apply}</Button>
        </div>
      </form>
    </search>
  )
}

/** Choices of a filter, with the one that narrows nothing first. */
export function choices(
  words: Readonly<Record<string, string>>,
): readonly (readonly [value: string, words: string])[] {
  return [['', filterTexts().any], ...Object.entries(words)]
}

/** The environment of the address; without one what this deployment is for. */
export function useEnvironment(): 'sandbox' | 'production' {
  const { environment } = useLocation().query
  if (environment === 'sandbox' || environment === 'production') return environment
  return session.value?.me.environment ?? 'sandbox'
}

export function EnvironmentSelect({ value }: { value: string }) {
  return (
    <Select
      name="environment"
      label={filterTexts().environment}
      value={value}
      options={Object.entries(environmentTexts())}
    />
  )
}
