// Reads a sanctions list file from disk entry by entry, and computes the hash that identifies its content.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { ListEntry } from './entry.ts'
import { checkEntry, type FormatName, ListFileFault, type RecordReader, readerFor } from './formats.ts'
import { type OfacRemarks, ofacText } from './ofac-format.ts'

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
  let reader: RecordReader | undefined
  const seen = new Set<string>()
  for await (const { record, line } of linesOf(file.path)) {
    reader ??= readerFor(record, await remarksBeside(file))
    const read = reader.read(record, line)
    if (!read) continue
    const entry = checkEntry(read, line)
    if (seen.has(entry.entryId))
      throw new ListFileFault(`has the id of an earlier entry, ${entry.entryId}`, line)
    seen.add(entry.entryId)
    yield { format: reader.format, entry, line }
  }
  if (!reader) throw new ListFileFault('the file is empty')
}

async function* linesOf(path: string): AsyncGenerator<{ record: string[]; line: number }, void, undefined> {
  const parser = parse({
    bom: true,
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

async function remarksBeside({ alternates, comments }: ListFile): Promise<OfacRemarks> {
  const remarks = {
    aliases: new Map<string, string[]>(),
    weakAliases: new Map<string, string[]>(),
    comments: new Map<string, string>(),
  }
  if (alternates) {
    for await (const { record } of linesOf(alternates)) {
      const [id = '', , , name = '', remark = ''] = record.map(ofacText)
      const names = /\bweak\b/i.test(remark) ? remarks.weakAliases : remarks.aliases
      if (name !== '') names.set(id, [...(names.get(id) ?? []), name])
    }
  }
  if (comments) {
    for await (const { record } of linesOf(comments)) {
      const [id = '', text = ''] = record.map(ofacText)
      remarks.comments.set(id, `${remarks.comments.get(id) ?? ''}${text}`)
    }
  }
  return remarks
}
