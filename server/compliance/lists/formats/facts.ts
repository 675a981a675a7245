// What the records of a list say about its entries. Lists with a row for each name or address have several records per entry.
import { isCountry } from '../../../kernel/codes/iso.ts'
import type { EntryKind, ListEntry } from '../entry.ts'
import { countryNamed, countryOfPlace } from './country-names.ts'

/** A name of an entry; `isWeak` if the list says that it identifies nobody. */
type EntryName = { text: string; isPrimary: boolean; isWeak: boolean }

export type EntryFacts = Omit<ListEntry, 'name' | 'aliases' | 'weakAliases' | 'phones'> & {
  names: readonly EntryName[]
  phones: readonly string[]
}

const distinct = (values: readonly string[]) =>
  [...new Set(values.map((value) => value.trim()))].filter(Boolean)

/** The entry that these records describe. The first primary name is its name, or the first one that is not weak. */
export function entryFrom(records: readonly [EntryFacts, ...EntryFacts[]]): ListEntry {
  const all = (field: 'birthDates' | 'countries' | 'identifiers' | 'programs' | 'phones') =>
    distinct(records.flatMap((record) => record[field]))
  const names = records.flatMap((record) => record.names).filter(({ text }) => text !== '')
  const name = names.find(({ isPrimary }) => isPrimary) ?? names.find(({ isWeak }) => !isWeak) ?? names[0]
  const others = (isWeak: boolean) =>
    distinct(names.filter((each) => each.isWeak === isWeak).map(({ text }) => text)).filter(
      (text) => text !== name?.text,
    )
  const strong = others(false)
  const phones = all('phones')
  return {
    entryId: records[0].entryId,
    kind: records.find(({ kind }) => kind !== 'unknown')?.kind ?? 'unknown',
    name: name?.text ?? '',
    aliases: strong,
    weakAliases: others(true).filter((text) => !strong.includes(text)),
    birthDates: all('birthDates'),
    countries: all('countries'),
    identifiers: all('identifiers'),
    programs: all('programs'),
    ...(phones.length > 0 && { phones }),
  }
}

/** A name from its parts, without the signs that some lists write for a part that is missing. */
export const joinedName = (...parts: readonly string[]) =>
  parts
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '' && !/^(?:na|n\/a|-|–)$/i.test(part))
    .join(' ')

const kinds: Readonly<Record<string, EntryKind>> = {
  individual: 'person',
  person: 'person',
  p: 'person',
  entity: 'organisation',
  enterprise: 'organisation',
  e: 'organisation',
  ship: 'thing',
  vessel: 'thing',
  aircraft: 'thing',
}

export const kindOf = (text: string): EntryKind => kinds[text.trim().toLowerCase()] ?? 'unknown'

/** The values of a cell that numbers them: `(1) Syria (2) Lebanon`. */
export const numberedValues = (text: string): string[] =>
  text
    .split(/\(\d{1,2}\)/)
    .map((value) => value.trim().replace(/[.;,]$/, ''))
    .filter(Boolean)

/** The ISO codes of countries that are given by code or by English name. */
export function countriesIn(texts: readonly string[]): string[] {
  return texts.flatMap(numberedValues).flatMap((text) => {
    const code = text.toUpperCase()
    const found =
      /^[A-Z]{2}$/.test(code) && isCountry(code) ? code : (countryNamed(text) ?? countryOfPlace(text))
    return found ? [found] : []
  })
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const widestRange = 10

/** The years of a range that is narrow enough to say something about a person. */
export function yearsBetween(from: number, to: number): string[] {
  const count = to - from + 1
  return count >= 1 && count <= widestRange
    ? Array.from({ length: count }, (_, year) => String(from + year))
    : []
}

/** `25 Jan 1925`, `Nov. 1973`, `circa 1925`, `1924 to 1926`, `1971-01-01-05:00`, `dd/mm/1965`, `00/00/1975`; none for another text. */
export function datesIn(text: string): string[] {
  const date = text.replace(/\b(?:circa|approximately|about|around|between)\b|^c\./gi, '').trim()
  const range = /^(\d{4}) ?(?:to|and|-|–) ?(\d{4})$/i.exec(date)
  if (range) return yearsBetween(Number(range[1]), Number(range[2]))
  const iso = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:[T+Z-].*)?$/.exec(date)
  if (iso) return [dateOf(iso[1]!, Number(iso[2] ?? 0), Number(iso[3] ?? 0))]
  const numeric = /^(\w{1,2})[/.-](\w{1,2})[/.-](\d{4})$/.exec(date)
  if (numeric) return [dateOf(numeric[3]!, Number(numeric[2]), Number(numeric[1]))]
  const named = /^(?:(\d{1,2})[ -])?(?:([A-Za-z]{3})[a-z]*\.?[ -])?(\d{4})$/.exec(date)
  if (!named) return []
  return [dateOf(named[3]!, months.indexOf((named[2] ?? '').toLowerCase()) + 1, Number(named[1] ?? 0))]
}

/** Leaves out a month or day that is unknown: zero, or no number. */
function dateOf(year: string, month: number, day: number): string {
  if (!(month >= 1 && month <= 12)) return year
  const parts = [year, String(month).padStart(2, '0')]
  return [...parts, ...(day >= 1 && day <= 31 ? [String(day).padStart(2, '0')] : [])].join('-')
}
