// The filters and the CSV export of the portal's lists.
import { useState } from 'preact/hooks'
import { DayFields } from '../ui/display/days.tsx'
import { Button } from '../ui/forms/button.tsx'
import { Field, Select } from '../ui/forms/field.tsx'
import { useFormReset } from '../ui/forms/form.tsx'
import { Drawing } from '../ui/frame/tabs.tsx'
import { toast } from '../ui/frame/toast.tsx'
import { catalogue } from '../ui/language/language.ts'
import { refusalText } from '../ui/language/refusal.ts'
import { RequestError } from '../ui/service/client.ts'
import { api } from './access/session.ts'
import type { List } from './list.ts'

const texts = catalogue({
  fr: {
    search: 'Rechercher',
    all: 'Tout',
    apply: 'Rechercher',
    filters: 'Filtres',
    clear: 'Effacer les filtres',
    export: 'Exporter (CSV)',
  },
  en: {
    search: 'Search',
    all: 'All',
    apply: 'Search',
    filters: 'Filters',
    clear: 'Clear filters',
    export: 'Export (CSV)',
  },
})

export type Choice = { name: string; label: string; options: readonly (readonly [string, string])[] }

/** A search box, the list's own filters, and a range of days. @param hint what the search box finds */
export function Filters<Item>({
  list,
  hint,
  choices,
}: {
  list: List<Item>
  hint: string
  choices: readonly Choice[]
}) {
  const t = texts()
  const { filters } = list
  const { q: _, ...others } = filters
  const isFiltered = Object.keys(filters).length > 0
  const isNarrowed = Object.keys(others).length > 0
  const form = useFormReset(JSON.stringify(filters))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement))
    list.filter(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value).trim()])),
    )
  }
  return (
    <search class="stuck">
      <form ref={form} class="filter-bar" onSubmit={submit}>
        <div class="find">
          <Field name="q" type="search" label={t.search} placeholder={hint} value={filters.q} />
          <Button type="submit" appearance="main">
            <Drawing of="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4" />
            <span class="wide">{t.apply}</span>
          </Button>
        </div>
        <details class="filters" open={isNarrowed}>
          <summary>{t.filters}</summary>
          <div class="fields">
            {choices.map(({ name, label, options }) => (
              <Select
                key={name}
                name={name}
                label={label}
                options={[['', t.all], ...options]}
                value={filters[name] ?? ''}
              />
            ))}
            <DayFields from={filters.from} to={filters.to} />
          </div>
        </details>
        {isFiltered && (
          <Button small appearance="quiet" onClick={() => list.filter({})}>
            {t.clear}
          </Button>
        )}
      </form>
    </search>
  )
}

/** Downloads the filtered list as a file. @param file the file's path in the API */
export function ExportButton<Item>({ list, file }: { list: List<Item>; file: string }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await api.download(file, list.filters)
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
    }
    setBusy(false)
  }
  return (
    <Button small busy={busy} onClick={save}>
      {texts().export}
    </Button>
  )
}
