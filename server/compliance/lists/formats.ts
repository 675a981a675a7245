// The supported list file formats. The first record of a file shows its format.
import type { ListEntry } from './entry.ts'
import { isOfacRecord, type OfacRemarks, ofacEntry } from './ofac-format.ts'
import { isOpenSanctionsHeader, openSanctionsEntry } from './opensanctions-format.ts'

export type FormatName = 'opensanctions' | 'ofac-sdn'

/** A list file that cannot be imported; the message says why and on which line. */
export class ListFileFault extends Error {
  constructor(reason: string, line?: number) {
    super(line === undefined ? reason : `line ${line}: ${reason}`)
    this.name = 'ListFileFault'
  }
}

/** Reads one record of a file; undefined for a record that is not an entry, such as a header. @throws ListFileFault */
export type RecordReader = {
  format: FormatName
  read(record: readonly string[], line: number): ListEntry | undefined
}

/**
 * Chooses the reader for a file by its first record.
 * @param beside content of the companion files; only the OFAC format has any.
 * @throws ListFileFault when the format is unknown.
 */
export function readerFor(first: readonly string[], beside: OfacRemarks): RecordReader {
  if (isOpenSanctionsHeader(first)) {
    const read = openSanctionsEntry(first)
    return {
      format: 'opensanctions',
      read: (record, line) => {
        if (record === first) return undefined
        if (record.length !== first.length)
          throw new ListFileFault(`has ${record.length} columns where the header has ${first.length}`, line)
        return read(record)
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
        return ofacEntry(record, beside)
      },
    }
  }
  throw new ListFileFault(
    'is neither an OpenSanctions targets.simple.csv (its header is missing) nor an OFAC SDN.CSV (12 columns)',
    1,
  )
}

const longestName = 500
const mostNames = 300

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
    some.filter((name) => name.length <= longestName).slice(0, mostNames)
  return { ...entry, aliases: names(entry.aliases), weakAliases: names(entry.weakAliases) }
}
