// Reads the records of an XML list one after another, so that a list of any size needs memory for its text only.
import { readFile } from 'node:fs/promises'
import { XMLParser } from 'fast-xml-parser'
import { type ListEntry, ListFileFault } from '../entry.ts'
import { type EntryFacts, entryFrom } from './facts.ts'

/** An element: its attributes as `@name`, its children as lists in `name`, its text as `#text`. */
export type XmlNode = { readonly [name: string]: unknown }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  alwaysCreateTextNode: true,
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  removeNSPrefix: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

/** The name of the root element of a text that begins like XML; undefined for another text. */
export function xmlRootOf(head: string): string | undefined {
  if (!head.trimStart().startsWith('<')) return undefined
  let at = head.indexOf('<')
  while (at >= 0) {
    const tag = startTag.exec(head.slice(at, at + longestTag))?.[1]
    if (tag !== undefined) return localName(tag)
    const closing = head.startsWith('<!--', at) ? '-->' : head.startsWith('<?', at) ? '?>' : '<'
    const end = head.indexOf(closing, at)
    at = end < 0 ? end : head.indexOf('<', end + 1)
  }
  return undefined
}

const longestTag = 200
const startTag = /^<([A-Za-z_][\w:.-]*)/
const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1)

/** Yields the elements of these names in file order, with their lines. @throws ListFileFault when the file is not whole. */
export async function* xmlRecords(
  path: string,
  names: readonly string[],
): AsyncGenerator<{ name: string; node: XmlNode; line: number }, void, undefined> {
  const text = textOf(await readFile(path))
  // Entities of a document type can make a small file large or read other files.
  // guard: list-doctype
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new ListFileFault('has a document type definition')
  const root = xmlRootOf(text.replace(/^\uFEFF/, '')) ?? ''
  // guard: whole-xml-list
  if (lastEndTag(text) !== root) throw new ListFileFault(`does not end with </${root}>: is it whole?`)
  let [line, counted] = [1, 0]
  let open: { tag: string; index: number } | undefined
  for (const { 1: tag = '', index } of text.matchAll(/<(\/?[\w:.-]+)[\s>]/g)) {
    if (!open && names.includes(localName(tag))) {
      for (; counted < index; counted++) if (text.charCodeAt(counted) === 10) line += 1
      open = { tag, index }
    } else if (open && tag === `/${open.tag}`) {
      const source = text.slice(open.index, text.indexOf('>', index) + 1)
      const name = localName(open.tag)
      yield { name, node: parsed(source, name, line), line }
      open = undefined
    }
  }
  if (open) throw new ListFileFault(`has no </${open.tag}>`, line)
}

/** The name of the element that a text ends with, apart from comments; empty if it ends otherwise. */
function lastEndTag(text: string): string {
  let end = text.trimEnd()
  while (end.endsWith('-->')) end = end.slice(0, Math.max(end.lastIndexOf('<!--'), 0)).trimEnd()
  return localName(/^<\/([\w:.-]+)\s*>$/.exec(end.slice(Math.max(end.lastIndexOf('</'), 0)))?.[1] ?? '')
}

/** Publishers wrote some names with replacement characters themselves, which say nothing and are left out. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\uFFFD', '')
  } catch {
    throw new ListFileFault('has characters that are not valid text (is the file UTF-8?)')
  }
}

function parsed(source: string, name: string, line: number): XmlNode {
  try {
    const [node] = (parser.parse(source, true) as Record<string, XmlNode[]>)[name] ?? []
    if (node) return node
  } catch (error) {
    throw new ListFileFault(`is not well-formed XML: ${error instanceof Error ? error.message : error}`, line)
  }
  throw new ListFileFault('is not well-formed XML', line)
}

/** The elements below a node on a path of names, in file order. */
export function nodesAt(node: XmlNode, ...path: readonly string[]): XmlNode[] {
  return path.reduce<XmlNode[]>(
    (nodes, name) => nodes.flatMap((each) => (each[name] as XmlNode[] | undefined) ?? []),
    [node],
  )
}

/** The texts of these elements, without empty ones. */
export function textsAt(node: XmlNode, ...path: readonly string[]): string[] {
  return nodesAt(node, ...path)
    .map((each) => String(each['#text'] ?? '').trim())
    .filter(Boolean)
}

export const textAt = (node: XmlNode, ...path: readonly string[]): string => textsAt(node, ...path)[0] ?? ''

/** An attribute of a node, empty if it has none. */
export const attribute = (node: XmlNode, name: string): string => String(node[`@${name}`] ?? '').trim()

/** A cell of a row by its column; the first column that the list has and that is not empty. Columns are in lower case, letters and digits only. */
export type Row = (...columns: readonly string[]) => string

/** `Nationality(/ies)` as `nationalityies`. */
export const columnKey = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Returns a function that makes a row of a record. Of two columns with one name the first counts. */
export function rowsWith(header: readonly string[]): (record: readonly string[]) => Row {
  const places = new Map<string, number>()
  for (const [place, name] of header.entries())
    if (!places.has(columnKey(name))) places.set(columnKey(name), place)
  return (record) =>
    (...columns) =>
      columns.map((column) => (record[places.get(columnKey(column)) ?? -1] ?? '').trim()).find(Boolean) ?? ''
}

/** A row from an element whose children are its cells. */
export function rowOf(node: XmlNode): Row {
  const names = Object.keys(node)
  const cells = names.map((name) => {
    const [child] = Array.isArray(node[name]) ? (node[name] as XmlNode[]) : []
    return String(child?.['#text'] ?? '')
  })
  return rowsWith(names)(cells)
}

/** Collects the facts of the rows until the file has ended, because rows of one entry need not follow each other. */
export function openCollection() {
  const collected = new Map<string, { records: [EntryFacts, ...EntryFacts[]]; line: number }>()
  return {
    add(facts: EntryFacts, line: number): void {
      const known = collected.get(facts.entryId)
      if (known) known.records.push(facts)
      else collected.set(facts.entryId, { records: [facts], line })
    },
    *entries(): Generator<{ entry: ListEntry; line: number }, void, undefined> {
      for (const { records, line } of collected.values()) yield { entry: entryFrom(records), line }
    },
  }
}
