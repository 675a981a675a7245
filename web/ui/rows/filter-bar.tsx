// The search, the filters and the export of a list, in one line above it; the filters open below that line.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { DayFields } from '../display/days.tsx'
import { Button } from '../forms/button.tsx'
import { Field } from '../forms/field.tsx'
import { useFormReset } from '../forms/form.tsx'
import { Drawing } from '../frame/tabs.tsx'
import { catalogue, formatNumber } from '../language/language.ts'
import { queryText } from '../service/client.ts'
import { SaveButton } from '../statements/save-button.tsx'
import { type DayKind, lastDays, spans } from './periods.ts'

const texts = catalogue({
  fr: {
    apply: 'Appliquer',
    filters: 'Filtres',
    clear: 'Effacer les filtres',
    export: 'Exporter (CSV)',
    period: 'Période',
    spans: { 1: 'Aujourd’hui', 7: '7 jours', 30: '30 jours' },
  },
  en: {
    apply: 'Apply',
    filters: 'Filters',
    clear: 'Clear filters',
    export: 'Export (CSV)',
    period: 'Period',
    spans: { 1: 'Today', 7: '7 days', 30: '30 days' },
  },
})

type Values = Readonly<Record<string, string>>

type FilterBarProps = {
  /** The filters in the address; an empty text is a filter that is not in use. */
  values: Values
  /** Goes to the first page of the list with these filters. */
  apply: (values: Record<string, string>) => void
  /** Omit it for a list without a search box. */
  search?: { name: string; label: string; hint: string } | undefined
  /** Whose days a period has; omit it for a list without periods. */
  days?: DayKind | undefined
  /** Downloads the filtered list as a file. */
  save?: (() => Promise<void>) | undefined
  /** The fields of the other filters. */
  children?: ComponentChildren
}

/**
 * The line stays in sight while the list scrolls. A selection and a period apply at once, typed filters when they are
 * submitted.
 */
export function FilterBar({ values, apply, search, days, save, children }: FilterBarProps) {
  const t = texts()
  const address = queryText(values)
  const form = useFormReset(address)
  const count = countOf(values, search?.name)
  const [isOpen, setOpen] = useState(count > 0 || Boolean(values.sort))
  /** Filters out of sight stay as they are. The list that is shown already is no step in the history. */
  const change = (changed: Values) => {
    const wanted = { ...values, ...changed }
    if (queryText(wanted) !== address) apply(wanted)
  }
  const submit = () => form.current && change(valuesOf(form.current))
  return (
    <search class={isOpen ? 'stuck open' : 'stuck'}>
      <form
        ref={form}
        class="filter-bar"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onChange={({ target }) => target instanceof HTMLSelectElement && submit()}
      >
        {search && <SearchBox search={search} value={values[search.name]} />}
        {(children || days) && <OpenButton isOpen={isOpen} count={count} toggle={() => setOpen(!isOpen)} />}
        {save && (
          <SaveButton save={save}>
            <Drawing of="M12 4v11m-5-5 5 5 5-5M5 20h14" />
            <span>{t.export}</span>
          </SaveButton>
        )}
        {isOpen && (
          <Panel values={values} days={days} choose={change}>
            {children}
          </Panel>
        )}
        {address !== '' && (
          <Button small appearance="quiet" onClick={() => apply({})}>
            {t.clear}
          </Button>
        )}
      </form>
    </search>
  )
}

const panelId = 'filters'

type PanelProps = {
  values: Values
  days: DayKind | undefined
  choose: (changed: Values) => void
  children: ComponentChildren
}

function Panel({ values, days, choose, children }: PanelProps) {
  return (
    <div class="panel" id={panelId}>
      {days && <Periods values={values} days={days} choose={choose} />}
      <div class="fields">
        {children}
        {days && <DayFields isUtc={days === 'utc'} from={values.from} to={values.to} />}
      </div>
      <Button type="submit" small>
        {texts().apply}
      </Button>
    </div>
  )
}

/** A period counts once, although it has two days, and the order of a list leaves nothing out. */
function countOf(values: Values, searchName: string | undefined): number {
  const used = Object.keys(values).filter(
    (name) => values[name] !== '' && name !== searchName && name !== 'sort',
  )
  return new Set(used.map((name) => (name === 'to' ? 'from' : name))).size
}

/** What is typed and selected, without surrounding spaces. */
export function valuesOf(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
}

function SearchBox({
  search: { name, label, hint },
  value,
}: {
  search: { name: string; label: string; hint: string }
  value: string | undefined
}) {
  const isNarrow = matchMedia('(max-width: 639px)').matches
  return (
    <div class="find">
      <Field
        name={name}
        type="search"
        label={label}
        hint={hint === label ? undefined : hint}
        placeholder={isNarrow ? label : hint}
        value={value}
        autocomplete="off"
      />
      <button type="submit">
        <Drawing of="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4" />
        <span class="visually-hidden">{label}</span>
      </button>
    </div>
  )
}

/** Shows and hides the filters, and says how many are in use. */
function OpenButton({ isOpen, count, toggle }: { isOpen: boolean; count: number; toggle: () => void }) {
  return (
    <Button small aria-expanded={isOpen} aria-controls={isOpen ? panelId : undefined} onClick={toggle}>
      <Drawing of="M4 7h16M7 12h10M10 17h4" />
      <span>{texts().filters}</span>
      {count > 0 && <b class="in-use">{formatNumber(count)}</b>}
    </Button>
  )
}

/** The usual periods that end today. */
function Periods({
  values: { from, to },
  days,
  choose,
}: {
  values: Values
  days: DayKind
  choose: (range: { from: string; to: string }) => void
}) {
  const t = texts()
  return (
    <fieldset class="choice small" aria-label={t.period}>
      {spans.map((span) => {
        const range = lastDays(span, days)
        const isChosen = range.from === from && range.to === to
        return (
          <button
            key={span}
            type="button"
            aria-pressed={isChosen}
            onClick={() => choose(isChosen ? { from: '', to: '' } : range)}
          >
            {t.spans[span]}
          </button>
        )
      })}
    </fieldset>
  )
}
