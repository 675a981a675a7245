// Reads OFAC's SDN.CSV: 12 columns without a header, `-0-` for an empty cell, and birth dates, countries and documents
// in the remarks. ALT.CSV has the aliases, SDN_COMMENTS.CSV the remarks that did not fit.
import { countryNamed, countryOfPlace } from '../names/tables/country-names.ts'
import type { EntryKind, ListEntry } from './entry.ts'

/** The content of the files beside SDN.CSV, by ent_num. */
export type OfacRemarks = {
  aliases: ReadonlyMap<string, readonly string[]>
  weakAliases: ReadonlyMap<string, readonly string[]>
  comments: ReadonlyMap<string, string>
}

export function isOfacRecord(record: readonly string[]): boolean {
  return record.length === 12 && /^\s*\d+\s*$/.test(record[0] ?? '')
}

const kinds: Record<string, EntryKind> = { individual: 'person', vessel: 'thing', aircraft: 'thing' }

export function ofacEntry(record: readonly string[], beside: OfacRemarks): ListEntry {
  const cell = (position: number) => ofacText(record[position])
  const id = cell(0)
  const remarks = `${cell(11)} ${beside.comments.get(id) ?? ''}`
    .split(';')
    .map((part) => part.trim().replace(/\.$/, ''))
  return {
    entryId: id,
    kind: kinds[cell(2).toLowerCase()] ?? 'organisation',
    name: cell(1),
    aliases: beside.aliases.get(id) ?? [],
    weakAliases: distinct([...(beside.weakAliases.get(id) ?? []), ...remarks.flatMap(weakAliasIn)]),
    birthDates: distinct(remarks.flatMap(birthDatesIn)),
    countries: distinct(remarks.flatMap(countryIn)),
    identifiers: distinct(remarks.flatMap(identifierIn)),
    programs: cell(3)
      .split(/\]\s*\[/)
      .map((program) => program.replace(/[[\]]/g, '').trim())
      .filter(Boolean),
  }
}

/** A cell without its padding; empty for `-0-`. */
export function ofacText(cell = ''): string {
  const text = cell.trim()
  return text === '-0-' ? '' : text
}

const distinct = (values: readonly string[]) => [...new Set(values)]

/** `a.k.a. 'ABU X'`: the quotes mark an alias as weak. */
function weakAliasIn(remark: string): string[] {
  const alias = /^a\.k\.a\.\s+'(.+)'$/i.exec(remark)?.[1]
  return alias ? [alias] : []
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const widestRange = 10

/** `DOB 25 Jan 1925`, `alt. DOB Jan 1925`, `DOB circa 1925`, `DOB 1924 to 1926`. */
function birthDatesIn(remark: string): string[] {
  const text = /^(?:alt\. )?DOB (?:circa )?(.+)$/i.exec(remark)?.[1]
  if (!text) return []
  const range = /^(\d{4}) to (\d{4})$/.exec(text)
  if (range) return years(Number(range[1]), Number(range[2]))
  const [, day, month, year] = /^(?:(\d{1,2}) )?(?:([A-Za-z]{3}) )?(\d{4})$/.exec(text) ?? []
  if (year === undefined) return []
  const number = month === undefined ? 0 : months.indexOf(month.toLowerCase()) + 1
  if (number === 0) return [year]
  return [[year, String(number).padStart(2, '0'), ...(day ? [day.padStart(2, '0')] : [])].join('-')]
}

function years(from: number, to: number): string[] {
  const count = to - from + 1
  return count >= 1 && count <= widestRange
    ? Array.from({ length: count }, (_, year) => String(from + year))
    : []
}

function countryIn(remark: string): string[] {
  const [, what, place = ''] = /^(?:alt\. |secondary )?(POB|nationality|citizen) (.+)$/i.exec(remark) ?? []
  const country =
    what === undefined ? undefined : what === 'POB' ? countryOfPlace(place) : countryNamed(place)
  return country ? [country] : []
}

const longestRemark = 300

/** `Passport A0123456 (Congo, Democratic Republic of the) expires 2020`, `National ID No. 1-77`. */
function identifierIn(remark: string): string[] {
  const number =
    /^(?:alt\. )?(?:[\w.'’ -]*?)(?:Passport|No\.|Number|Card|ID|License|Licence) (?:#\s*)?([A-Z0-9][A-Z0-9./-]*\d[A-Z0-9./-]*)\b/i.exec(
      remark.slice(0, longestRemark),
    )?.[1]
  return number && !/^DOB|^POB/.test(remark) ? [number] : []
}
