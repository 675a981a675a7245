// The filters and the CSV export of the portal's lists.
import { useState } from 'preact/hooks'
import { DayFields } from '../ui/display/days.tsx'
import { Button } from '../ui/forms/button.tsx'
import { Field, Select } from '../ui/forms/field.tsx'
import { useFormReset } from '../ui/forms/form.tsx'
import { Drawing } from '../ui/frame/tabs.tsx'
import { toast } from '../ui/frame/toast.tsx'
import { catalogue, formatNumber } from '../ui/language/language.ts'
import { refusalText } from '../ui/language/refusal.ts'
import { RequestError } from '../ui/service/client.ts'
import { api } from './access/session.ts'
import { inShopDays, type List } from './list.ts'

const texts = catalogue({
  fr: {
    search: 'Rechercher',
    all: 'Tout',
    apply: 'Appliquer',
    filters: 'Filtres',
    clear: 'Effacer les filtres',
    export: 'Exporter (CSV)',
  },
  en: {
    search: 'Search',
    all: 'All',
    apply: 'Apply',
    filters: 'Filters',
    clear: 'Clear filters',
    export: 'Export (CSV)',
  },
})

export type Choice = { name: string; label: string; options: readonly (readonly [string, string])[] }

export type FilterPanel = { isOpen: boolean; toggle: () => void }

/** Whether the filters of a list are shown: at first, where some of them are in use. */
export function useFilterPanel<Item>({ filters }: List<Item>): FilterPanel {
  const [isOpen, setOpen] = useState(() => Object.keys(filters).some((name) => name !== 'q'))
  return { isOpen, toggle: () => setOpen(!isOpen) }
}

const panelId = 'filters'

/** Shows and hides the filters; it stands beside the title of the list, and says how many are in use. */
export function FilterButton<Item>({ list, panel }: { list: List<Item>; panel: FilterPanel }) {
  const count = Object.keys(list.filters).filter((name) => name !== 'q').length
  return (
    <Button
      small
      aria-expanded={panel.isOpen}
      aria-controls={panel.isOpen ? panelId : undefined}
      onClick={panel.toggle}
    >
      <Drawing of="M4 7h16M7 12h10M10 17h4" />
      <span>{texts().filters}</span>
      {count > 0 && <span class="in-use">{formatNumber(count)}</span>}
    </Button>
  )
}

/** A search box, and below it the list's own filters with a range of days. @param hint what the search box finds; omit it for a list without a search box */
export function Filters<Item>({
  list,
  panel,
  hint,
  choices,
}: {
  list: List<Item>
  panel: FilterPanel
  hint?: string
  choices: readonly Choice[]
}) {
  const t = texts()
  const { filters } = list
  const form = useFormReset(JSON.stringify(filters))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement))
    // Filters out of sight stay as they are.
    const typed = Object.entries({ ...filters, ...values }).map(([name, value]) => [
      name,
      String(value).trim(),
    ])
    list.filter(Object.fromEntries(typed))
  }
  if (hint === undefined && !panel.isOpen && Object.keys(filters).length === 0) return null
  return (
    <search class={panel.isOpen ? 'stuck open' : 'stuck'}>
      <form ref={form} class="filter-bar" onSubmit={submit}>
        {hint !== undefined && (
          <div class="find">
            <Field name="q" type="search" label={t.search} placeholder={hint} value={filters.q} />
            <button type="submit">
              <Drawing of="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4" />
              <span class="visually-hidden">{t.search}</span>
            </button>
          </div>
        )}
        {panel.isOpen && <Choosing filters={filters} choices={choices} />}
        {Object.keys(filters).length > 0 && (
          <Button small appearance="quiet" onClick={() => list.filter({})}>
            {t.clear}
          </Button>
        )}
      </form>
    </search>
  )
}

/** The filters of a list, applied together. */
function Choosing({
  filters,
  choices,
}: {
  filters: Readonly<Record<string, string>>
  choices: readonly Choice[]
}) {
  const t = texts()
  return (
    <div class="panel" id={panelId}>
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
      <Button type="submit" appearance="main">
        {t.apply}
      </Button>
    </div>
  )
}

/** Downloads the filtered list as a file; it stands below the list. @param file the file's path in the API */
export function ExportButton<Item>({ list, file }: { list: List<Item>; file: string }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await api.download(file, inShopDays(list.filters))
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
    }
    setBusy(false)
  }
  return (
    <p>
      <Button small busy={busy} onClick={save}>
        {texts().export}
      </Button>
    </p>
  )
}
