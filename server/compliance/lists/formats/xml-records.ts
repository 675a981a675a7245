// Reads the records of an XML list one after another, so that a list of any size needs memory for its text only.
import { readFile } from 'node:fs/promises'
import { XMLParser } from 'fast-xml-parser'
import { ListFileFault } from './list-fault.ts'

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
  if (!/^\s*</.test(head)) return undefined
  return /<(?:[\w-]+:)?([A-Za-z_][\w.-]*)/.exec(head.replace(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->/g, ''))?.[1]
}

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
  if (!new RegExp(`</(?:[\\w-]+:)?${root}\\s*>\\s*(?:<!--[\\s\\S]*-->\\s*)?$`).test(text.slice(-4_096)))
    throw new ListFileFault(`does not end with </${root}>: is it whole?`)
  const element = new RegExp(`<((?:[\\w-]+:)?(?:${names.join('|')}))(?=[\\s>])[\\s\\S]*?</\\1\\s*>`, 'g')
  let [line, counted] = [1, 0]
  for (const { 0: source, 1: tag = '', index } of text.matchAll(element)) {
    for (; counted < index; counted++) if (text.charCodeAt(counted) === 10) line += 1
    const name = tag.replace(/^.*:/, '')
    yield { name, node: parsed(source, name, line), line }
  }
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
