// The filters and the CSV export of the portal's lists.
import { Select } from '../ui/forms/field.tsx'
import { catalogue, language } from '../ui/language/language.ts'
import { uiTexts } from '../ui/language/texts.ts'
import { FilterBar } from '../ui/rows/filter-bar.tsx'
import { api, may } from './access/session.ts'
import { inShopDays, type List } from './list.ts'

const texts = catalogue({
  fr: {
    all: 'Tout',
    sort: 'Trier par',
    newest: 'Plus récents',
    oldest: 'Plus anciens',
    largest: 'Plus grands montants',
    smallest: 'Plus petits montants',
  },
  en: {
    all: 'All',
    sort: 'Sort by',
    newest: 'Newest',
    oldest: 'Oldest',
    largest: 'Largest amount',
    smallest: 'Smallest amount',
  },
})

/** A French spreadsheet opens a file with commas as one column. */
const separators = { fr: 'semicolon', en: 'comma' } as const

/** The query for a file as a spreadsheet of the reader opens it. */
export const fileForReader = (isTitled: boolean) => ({
  separator: separators[language.value],
  ...(isTitled && { language: language.value }),
})

type Choice = { name: string; label: string; options: readonly (readonly [string, string])[] }

/**
 * @param hint what the search box finds; omit it for a list without one
 * @param file the path of the list's CSV export in the API
 * @param isTitled whether the file has titles in the reader's language
 */
export function Filters<Item>({
  list,
  hint,
  choices,
  hasDays = true,
  isSorted = false,
  file,
  isTitled = false,
}: {
  list: List<Item>
  hint?: string
  choices: readonly Choice[]
  hasDays?: boolean
  /** Whether the list can be sorted. */
  isSorted?: boolean
  file?: string
  isTitled?: boolean
}) {
  const { filters, loaded } = list
  const hasItems = (loaded.data?.pagination.total ?? 0) > 0
  return (
    <FilterBar
      values={filters}
      apply={list.filter}
      search={hint === undefined ? undefined : { name: 'q', label: uiTexts().search, hint }}
      days={hasDays ? 'shop' : undefined}
      save={
        file !== undefined && hasItems && may('export')
          ? () => api.download(file, { ...inShopDays(filters), ...fileForReader(isTitled) })
          : undefined
      }
    >
      {choices.length > 0 &&
        choices.map(({ name, label, options }) => (
          <Select
            key={name}
            name={name}
            label={label}
            options={[['', texts().all], ...options]}
            value={filters[name] ?? ''}
          />
        ))}
      {isSorted && <SortSelect value={filters.sort} />}
    </FilterBar>
  )
}

function SortSelect({ value = '' }: { value: string | undefined }) {
  const t = texts()
  const options = [
    ['', t.newest],
    ['oldest', t.oldest],
    ['largest', t.largest],
    ['smallest', t.smallest],
  ] as const
  return <Select name="sort" label={t.sort} options={options} value={value} />
}
