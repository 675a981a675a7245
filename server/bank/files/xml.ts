// The elements of XML files of banks.
import { XMLParser } from 'fast-xml-parser'
import { UnreadableFile } from './bank-entry.ts'

export type Node = { readonly [name: string]: Node | readonly Node[] | string | undefined }

/** Elements that may be repeated are always lists. */
const lists = new Set([
  'Document',
  'Stmt',
  'Rpt',
  'Ntfctn',
  'Bal',
  'Ntry',
  'NtryDtls',
  'TxDtls',
  'Ustrd',
  'Strd',
  'Chrgs',
  'Rcrd',
])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  removeNSPrefix: true,
  isArray: (name, _path, _isLeaf, isAttribute) => !isAttribute && lists.has(name),
})

/** Parses one document, or several that follow each other, below one node. @throws UnreadableFile */
export function parseXml(text: string): Node {
  // No bank sends a document type, and its entities can make a small file large or read other files.
  // guard: xml-doctype
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new UnreadableFile('the file has a document type definition')
  const documents = text.replace(/<\?xml\s[^<>]*\?>/g, '')
  try {
    return child(parser.parse(`<file>${documents}</file>`, true) as Node, 'file') ?? {}
  } catch (error) {
    throw new UnreadableFile(`not well-formed XML: ${error instanceof Error ? error.message : error}`)
  }
}

/** Envelopes around a document have a few levels. */
const deepest = 6

/** All elements of a name, in their order, also within envelopes. */
export function elementsNamed(node: Node, name: string, depth = 0): Node[] {
  if (depth > deepest) return []
  return Object.entries(node).flatMap(([key, value]) => {
    const below = [value].flat().filter(isNode)
    return key === name ? below : below.flatMap((one) => elementsNamed(one, name, depth + 1))
  })
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The element of a name; the first one where several may stand. */
export function child(node: Node | undefined, name: string): Node | undefined {
  const [first] = [node?.[name]].flat()
  return isNode(first) ? first : undefined
}

/** The elements of a name that may be repeated; an empty one has no content. */
export function children(node: Node | undefined, name: string): readonly Node[] {
  return [node?.[name]]
    .flat()
    .flatMap((one) => (isNode(one) ? [one] : typeof one === 'string' ? [{ '#text': one }] : []))
}

/** The text of a node, also of one with attributes. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return unescaped(value).trim()
  if (Array.isArray(value)) return textOf(value[0] ?? '')
  return isNode(value) ? textOf(value['#text'] ?? '') : ''
}

export function textAt(node: Node | undefined, ...path: readonly string[]): string {
  const name = path.at(-1) ?? ''
  return textOf(path.slice(0, -1).reduce<Node | undefined>(child, node)?.[name])
}

export const attribute = (node: Node | undefined, name: string, of: string): string =>
  textOf(child(node, name)?.[`@${of}`])

/** The five entities that XML itself has. */
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const lastCodePoint = 0x10ffff

/** Replaces the entities of XML and references to characters, such as `&#233;` and `&#xE9;`. */
function unescaped(text: string): string {
  return text.replace(
    /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g,
    (all, name, decimal, hex) => {
      if (name) return entities[name] ?? all
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= lastCodePoint ? String.fromCodePoint(code) : all
    },
  )
}
