// Reads OFAC's SDN.CSV: 12 columns without a header, `-0-` for an empty cell, and birth dates, countries and documents
// in the remarks. ALT.CSV has the aliases, SDN_COMMENTS.CSV the remarks that did not fit.

import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import type { EntryKind, ListEntry } from '../entry.ts'
import { ListFileFault } from '../entry.ts'
import { labelAndNumber, phonesInCell } from '../identifiers.ts'
import { countryNamed, countryOfPlace } from './country-names.ts'
import { datesIn } from './facts.ts'

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
  const remarks = continued(record[11], beside.comments.get(id) ?? '')
    .split(';')
    .map((part) => part.trim().replace(/\.$/, ''))
  const phones = distinct(remarks.flatMap(phoneIn))
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
    ...(phones.length > 0 && { phones }),
  }
}

/** OFAC cuts remarks at this many characters, in the middle of a word, and continues them in the file of comments. */
const fullRemark = 1_000

/** A text with its continuation. A text that was cut is joined without a blank, unless the cut was at one. */
function continued(text: string | undefined, more: string): string {
  const isEmpty = ofacText(text) === ''
  // guard: continued-remarks
  return (text ?? '').length >= fullRemark || isEmpty
    ? `${isEmpty ? '' : text}${more}`
    : `${text?.trimEnd()} ${more}`
}

/** A cell without its padding; empty for `-0-`. */
function ofacText(cell = ''): string {
  const text = cell.trim()
  return text === '-0-' ? '' : text
}

const distinct = (values: readonly string[]) => [...new Set(values)]

/** `a.k.a. 'ABU X'`: the quotes mark an alias as weak. */
function weakAliasIn(remark: string): string[] {
  const alias = /^a\.k\.a\.\s+'(.+)'$/i.exec(remark)?.[1]
  return alias ? [alias] : []
}

/** `DOB 25 Jan 1925`, `alt. DOB Jan 1925`, `DOB circa 1925`, `DOB 1924 to 1926`. */
function birthDatesIn(remark: string): string[] {
  const text = /^(?:alt\. )?DOB (.+)$/i.exec(remark)?.[1]
  return text ? datesIn(text) : []
}

function countryIn(remark: string): string[] {
  const [, what, place = ''] = /^(?:alt\. |secondary )?(POB|nationality|citizen) (.+)$/i.exec(remark) ?? []
  const country =
    what === undefined ? undefined : what === 'POB' ? countryOfPlace(place) : countryNamed(place)
  return country ? [country] : []
}

const longestLabel = 60
const longestNumber = 40
/** Remarks with a number that is no document. */
const otherRemarks =
  /^(?:alt\. )?(?:DOB|POB|(?:secondary )?(?:nationality|citizen)|gender|title|position|linked to|a\.k\.a|f\.k\.a|email|website|phone|tel|mobile|fax|aircraft|vessel (?!reg)|flag|executive order|additional sanctions|secondary sanctions|caatsa|ifca|target type|effective|listing|transactions|digital currency|swift|bik)/i
const otherLabels =
  /\b(?:dates?|sections?|order|orders|resolution|arrested|since|circa|until|between|sanctions?|address|tonnage|telephone|phone|fax|model)\b/i

/** `Passport RL 0419079 (Lebanon) expires 2020`, `National ID No. 1-77`, `D.N.I. 08966-G`: what stands behind the label, up to a place or date. */
function identifierIn(remark: string): string[] {
  // guard: remarks-without-documents
  if (otherRemarks.test(remark)) return []
  const { label, number } = labelAndNumber(remark)
  const isDocument = label !== '' && label.length <= longestLabel && !otherLabels.test(label)
  return isDocument && number !== '' && number.length <= longestNumber ? [number] : []
}

/** `Phone Number 963112222222`, `alt. Telephone: +963 …`. */
function phoneIn(remark: string): string[] {
  const number = /^(?:alt\. )?(?:tele?phones?|tel|phones?|mobiles?|cell(?:ular)?)\b[^\d+(]*([+(\d].*)$/i.exec(
    remark,
  )?.[1]
  return number === undefined ? [] : phonesInCell(number.split(/\([A-Za-z]/, 1)[0] ?? '')
}

/** The cells of a record: in quotes, which end before a comma or the end of the record, or without. */
export function ofacCells(record: string): string[] {
  const cells: string[] = []
  let rest: string | undefined = record
  while (rest !== undefined) {
    const cell: string = rest.trimStart()
    const closing = cell.startsWith('"') ? closingQuote.exec(cell.slice(1)) : null
    const length = closing ? closing.index + closing[0].length + 1 : cell.search(/,|$/) + 1
    cells.push(closing ? cell.slice(1, closing.index + 1).replaceAll('""', '"') : cell.slice(0, length - 1))
    rest = closing?.[0].endsWith(',') || (!closing && length <= cell.length) ? cell.slice(length) : undefined
  }
  return cells
}

const closingQuote = /"\s*(?:,|$)/

/** Yields the records of a file. Each begins with a number; another line continues the record before it. */
export async function* ofacRecords(
  path: string,
): AsyncGenerator<{ record: string[]; line: number }, void, undefined> {
  const lines = createInterface({
    input: createReadStream(path, 'utf8'),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  let [open, line, at] = ['', 0, 0]
  for await (const text of lines) {
    at += 1
    if (at > 1 && text.trim() !== '' && !/^\s*\d+\s*,|^\x1a/.test(text)) {
      open += ` ${text}`
      continue
    }
    if (open !== '') yield { record: ofacCells(open), line }
    ;[open, line] = [text.replace(/^\uFEFF/, ''), at]
  }
  if (open !== '') yield { record: ofacCells(open), line }
}

/** Reads the aliases and the rest of the remarks from the files beside a list. @throws ListFileFault that names the file. */
export async function ofacRemarks(files: { alternates?: string; comments?: string }): Promise<OfacRemarks> {
  const remarks = {
    aliases: new Map<string, string[]>(),
    weakAliases: new Map<string, string[]>(),
    comments: new Map<string, string>(),
  }
  for await (const record of cellsBeside(files.alternates)) {
    const [id = '', , , name = '', remark = ''] = record.map(ofacText)
    const names = /\bweak\b/i.test(remark) ? remarks.weakAliases : remarks.aliases
    if (name !== '') names.set(id, [...(names.get(id) ?? []), name])
  }
  for await (const record of cellsBeside(files.comments)) {
    const [id = '', text = ''] = [ofacText(record[0]), record[1]]
    if (ofacText(text) === '') continue
    const before = remarks.comments.get(id)
    remarks.comments.set(id, before === undefined ? text : continued(before, text))
  }
  return remarks
}

async function* cellsBeside(path: string | undefined): AsyncGenerator<string[], void, undefined> {
  if (path === undefined) return
  for await (const { record, line } of ofacRecords(path)) {
    if (record.some((text) => /[\0\uFFFD]/.test(text)))
      throw new ListFileFault(
        'has characters that are not valid text (is the file UTF-8?)',
        line,
        basename(path),
      )
    yield record
  }
}
