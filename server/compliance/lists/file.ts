// Reads a sanctions list file from disk entry by entry, and computes the hash that identifies its content.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { ListEntry } from './entry.ts'
import { ListFileFault } from './entry.ts'
import { entryFrom } from './formats/facts.ts'
import {
  checkEntry,
  type ElementReader,
  elementReaderFor,
  type FormatName,
  isPreamble,
  type RecordReader,
  readerFor,
} from './formats/list-format.ts'
import { isOfacRecord, ofacCells, ofacRecords, ofacRemarks } from './formats/ofac.ts'
import { openCollection, xmlRecords, xmlRootOf } from './formats/xml-records.ts'

type Line = { record: string[]; info: { lines: number } }

/** A list file and the companion files that hold more about its entries (OFAC aliases and comments). */
export type ListFile = { path: string; alternates?: string; comments?: string }

/** Finds a list file and its companion files in the same folder. @throws ListFileFault when there is no such file. */
export function listFileAt(path: string): ListFile {
  if (!existsSync(path) || !statSync(path).isFile()) throw new ListFileFault(`there is no file ${path}`)
  const beside = (name: string) => {
    const found = readdirSync(dirname(path)).find((file) => file.toLowerCase() === name)
    return found && join(dirname(path), found)
  }
  const [alternatesName, commentsName] =
    { 'sdn.csv': ['alt.csv', 'sdn_comments.csv'], 'cons_prim.csv': ['cons_alt.csv', 'cons_comments.csv'] }[
      basename(path).toLowerCase()
    ] ?? []
  const alternates = alternatesName && beside(alternatesName)
  const comments = commentsName && beside(commentsName)
  return { path, ...(alternates && { alternates }), ...(comments && { comments }) }
}

/** SHA-256 over all files in hex. An unchanged hash means there is nothing new to import. */
export async function hashOfFiles({ path, alternates, comments }: ListFile): Promise<string> {
  const hash = createHash('sha256')
  for (const each of [path, alternates, comments])
    if (each) for await (const chunk of createReadStream(each)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Yields the entries in file order. @throws ListFileFault that names the line. */
export async function* readListFile(
  file: ListFile,
): AsyncGenerator<{ format: FormatName; entry: ListEntry; line: number }, void, undefined> {
  const head = await headOf(file.path)
  const root = xmlRootOf(head)
  const read = root === undefined ? recordsOf(file, head) : elementsOf(file, elementReaderFor(root))
  const seen = new Set<string>()
  for await (const { format, entry, line } of read) {
    const checked = checkEntry(entry, line)
    if (seen.has(checked.entryId))
      throw new ListFileFault(`has the id of an earlier entry, ${checked.entryId}`, line)
    seen.add(checked.entryId)
    yield { format, entry: checked, line }
  }
}

type Read = AsyncGenerator<{ format: FormatName; entry: ListEntry; line: number }, void, undefined>

async function* elementsOf(file: ListFile, { format, names, facts }: ElementReader): Read {
  // The rows of one entry need not follow each other in the lists of OFSI, whose XML has rows, too.
  const isRows = format === 'uk-ofsi'
  const collection = openCollection()
  for await (const { name, node, line } of xmlRecords(file.path, names)) {
    if (isRows) collection.add(facts(node, name), line)
    else yield { format, entry: entryFrom([facts(node, name)]), line }
  }
  for (const each of collection.entries()) yield { format, ...each }
}

async function* recordsOf(file: ListFile, head: string): Read {
  let reader: RecordReader | undefined
  const collection = openCollection()
  const isOfac = isOfacRecord(ofacCells(head.split(/\r?\n/, 1)[0] ?? ''))
  const records = isOfac ? ofacRecords(file.path) : linesOf(file.path, delimiterOf(head))
  for await (const { record, line } of records) {
    if (!reader && isPreamble(record)) continue
    reader ??= readerFor(record, await ofacRemarks(file))
    const read = reader.read(record, line)
    if (read && 'facts' in read) collection.add(read.facts, line)
    else if (read) yield { format: reader.format, entry: read.entry, line }
  }
  if (!reader) throw new ListFileFault('the file is empty')
  for (const each of collection.entries()) yield { format: reader.format, ...each }
}

const headBytes = 64 * 1024

async function headOf(path: string): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of createReadStream(path, { end: headBytes })) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}

/** The EU separates columns by semicolons, everybody else by commas. */
const delimiterOf = (head: string) => (/^[^\n]*entity_?logical_?id"?;/i.test(head) ? ';' : ',')

async function* linesOf(
  path: string,
  delimiter: string,
): AsyncGenerator<{ record: string[]; line: number }, void, undefined> {
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  })
  pipeline(createReadStream(path), parser, () => {})
  try {
    for await (const { record, info } of parser as AsyncIterable<Line>) yield { record, line: info.lines }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new ListFileFault(error.message, (error as CsvError & { lines?: number }).lines)
  }
}
