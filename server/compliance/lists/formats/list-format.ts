// The supported list file formats. The beginning of a file shows its format.
import type { ListEntry } from '../entry.ts'
import { ListFileFault } from '../entry.ts'
import { euFacts, euRecords, euRowFacts, isEuHeader } from './eu.ts'
import type { EntryFacts } from './facts.ts'
import { isOfacRecord, type OfacRemarks, ofacEntry } from './ofac.ts'
import { isOpenSanctionsHeader, openSanctionsEntry } from './opensanctions.ts'
import { isUkHeader, ofsiRecords, ukFacts, ukRecords, ukRowFacts } from './uk.ts'
import { unFacts, unRecords } from './un.ts'
import type { XmlNode } from './xml-records.ts'
import { columnKey, rowOf, rowsWith } from './xml-records.ts'

export type FormatName = 'opensanctions' | 'ofac-sdn' | 'un' | 'eu' | 'uk' | 'uk-ofsi'

/**
 * Reads one record of a file: an entry, or facts that are one entry together with those of other records. Undefined for a record
 * without either, such as a header. @throws ListFileFault
 */
export type RecordReader = {
  format: FormatName
  read(record: readonly string[], line: number): { entry: ListEntry } | { facts: EntryFacts } | undefined
}

const unknownFormat =
  'is neither an OpenSanctions targets.simple.csv (its header is missing), an OFAC SDN.CSV (12 columns), nor a list of the UN, the EU or the UK as they publish it'

/** Whether a record stands before the header, as the date of the UK's lists does. */
export const isPreamble = (record: readonly string[]): boolean =>
  /^(?:report date|last updated)\b/i.test(record[0] ?? '') &&
  record.filter((cell) => cell.trim() !== '').length <= 2

/**
 * Chooses the reader for a CSV file by its first record.
 * @param beside content of the companion files; only the OFAC format has any.
 * @throws ListFileFault when the format is unknown.
 */
export function readerFor(first: readonly string[], beside: OfacRemarks): RecordReader {
  const columns = new Set(first.map(columnKey))
  if (isEuHeader(columns)) return rowReader('eu', first, euRowFacts)
  if (isUkHeader(columns)) return rowReader(columns.has('uniqueid') ? 'uk' : 'uk-ofsi', first, ukRowFacts)
  if (isOpenSanctionsHeader(first)) {
    const read = openSanctionsEntry(first)
    return {
      format: 'opensanctions',
      read: (record, line) => {
        if (record === first) return undefined
        checkColumns(record, first, line)
        return { entry: read(record) }
      },
    }
  }
  if (isOfacRecord(first)) {
    return {
      format: 'ofac-sdn',
      read: (record, line) => {
        // The file ends with the DOS end-of-file character.
        if (record.length === 1 && /^\x1a?$/.test(record[0] ?? '')) return undefined
        if (!isOfacRecord(record))
          throw new ListFileFault(`is not a record of the 12 columns of SDN.CSV`, line)
        return { entry: ofacEntry(record, beside) }
      },
    }
  }
  throw new ListFileFault(unknownFormat, 1)
}

function rowReader(
  format: FormatName,
  header: readonly string[],
  factsOf: (cell: ReturnType<ReturnType<typeof rowsWith>>) => EntryFacts,
): RecordReader {
  const rowFrom = rowsWith(header)
  return {
    format,
    read: (record, line) => {
      if (record === header) return undefined
      checkColumns(record, header, line)
      return { facts: factsOf(rowFrom(record)) }
    },
  }
}

function checkColumns(record: readonly string[], header: readonly string[], line: number): void {
  if (record.length !== header.length)
    throw new ListFileFault(`has ${record.length} columns where the header has ${header.length}`, line)
}

/** Reads the elements of an XML list that are its records. */
export type ElementReader = {
  format: FormatName
  names: readonly string[]
  facts(node: XmlNode, name: string): EntryFacts
}

const elementReaders: Readonly<Record<string, ElementReader>> = {
  CONSOLIDATED_LIST: { format: 'un', names: unRecords, facts: unFacts },
  export: { format: 'eu', names: euRecords, facts: euFacts },
  Designations: { format: 'uk', names: ukRecords, facts: ukFacts },
  ArrayOfFinancialSanctionsTarget: {
    format: 'uk-ofsi',
    names: ofsiRecords,
    facts: (node) => ukRowFacts(rowOf(node)),
  },
}

/** Chooses the reader for an XML file by its root element. @throws ListFileFault when the format is unknown. */
export function elementReaderFor(root: string): ElementReader {
  const reader = elementReaders[root]
  if (!reader) throw new ListFileFault(`is an XML file of an unknown kind: <${root}>`, 1)
  return reader
}

const longestName = 500
const maxNames = 300

/** Checks what every entry needs in any format, and drops names that are too long or too many. @throws ListFileFault */
export function checkEntry(entry: ListEntry, line: number): ListEntry {
  if (entry.entryId === '') throw new ListFileFault('has no id', line)
  if (entry.name === '') throw new ListFileFault('has no name', line)
  const texts = [entry.entryId, entry.name, ...entry.aliases, ...entry.weakAliases, ...entry.identifiers]
  // Decoding turns invalid UTF-8 bytes into replacement characters.
  if (texts.some((text) => /[\0\uFFFD]/.test(text) || !text.isWellFormed()))
    throw new ListFileFault('has characters that are not valid text (is the file UTF-8?)', line)
  if (entry.name.length > longestName) throw new ListFileFault('has a name longer than 500 characters', line)
  const names = (some: readonly string[]) =>
    some.filter((name) => name.length <= longestName).slice(0, maxNames)
  return { ...entry, aliases: names(entry.aliases), weakAliases: names(entry.weakAliases) }
}
