// What the records of a list say about its entries. Lists with a row for each name or address have several records per entry.
import { isCountry } from '../../../kernel/codes/iso.ts'
import { countryNamed, countryOfPlace } from '../../names/tables/country-names.ts'
import type { EntryKind, ListEntry } from '../entry.ts'

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
