// Reads OFAC's files record by record. Their texts have quotes that are not doubled, which a strict reader refuses.
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { ListFileFault } from './list-fault.ts'
import { continued, type OfacRemarks, ofacText } from './ofac.ts'

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
