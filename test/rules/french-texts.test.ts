// The French texts of the pages: no English words in them, and one typography.
import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'
const nameOf = (node: unknown) => {
  const { name, value } = (node ?? {}) as { name?: unknown; value?: unknown }
  return String(name ?? value)
}

/** The texts in a node: string literals and the fixed parts of templates, without the names of properties. */
function textsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn)
  if (!isNode(node)) return []
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateElement') return [(node.value as { cooked: string }).cooked]
  if (node.type === 'Property') return textsIn(node.value)
  return Object.values(node).flatMap(textsIn)
}

/** The texts of every property named `fr` and every variable whose name begins with `fr` or `french`. */
function frenchTexts(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(frenchTexts)
  if (!isNode(node)) return []
  const isFrench =
    (node.type === 'Property' && nameOf(node.key) === 'fr') ||
    (node.type === 'VariableDeclarator' && /^(fr|french.*)$/.test(nameOf(node.id)))
  if (isFrench) return textsIn(node.type === 'Property' ? node.value : node.init)
  return Object.values(node).flatMap(frenchTexts)
}

const files = globSync(
  ['web/**/*.{ts,tsx}', 'server/**/*.ts', 'sandbox/**/*.ts', 'scripts/{site,reference,guides,errors}/*.ts'],
  { exclude: (path) => /dist|\.test\.ts$|\.generated\.ts$/.test(path) },
)
const texts = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  return frenchTexts(parseSync(file, source).program).map((text) => ({ file, text }))
})

/** Without what a French page shows as it is: code, statuses, headers and the button of the other language. */
const plainOf = (text: string) =>
  text
    .replace(/<code>.*?<\/code>|`[^`]*`|<[^>]*>/g, '')
    .replace('Switch to English', '')
    .replace(/https?:\S+|\bX-[\w-]+:|\b[A-Z]{2,}\b/g, '')

const english =
  /\b(the|and|of|to|is|are|was|were|with|for|this|that|your|you|from|not|been|has|have|must|cannot|can|will|should|which|when|where|its|be|by|it|an|at|or|if|please|enter|invalid|failed|missing|unknown|request|payment failed)\b/i
/** French words that are spelled like English ones. */
const alike = /\b(or|an|at)\b/i

test('the French texts contain no English words', () => {
  expect(texts.length).toBeGreaterThan(1_500)
  const found = texts.filter(({ text }) => {
    const [word = ''] = english.exec(plainOf(text)) ?? []
    return word !== '' && !alike.test(word)
  })
  expect(found).toEqual([])
})

/** Texts whose spaces and apostrophes the build of their pages replaces are not typed with them. */
const isTypeset = ({ file }: { file: string }) => !/^(scripts|server\/remittance\/errors)\//.test(file)

const documents = globSync(['docs/**/fr/**/*.md', 'docs/**/*.fr.md'])
const sources = globSync('{web,server,sandbox,sdk,scripts,test,rigs,examples}/**/*.{ts,tsx}', {
  exclude: (path) => /dist|node_modules|test\/rules/.test(path),
})

test('French texts say e-mail, neither courriel nor email', () => {
  expect(documents.length).toBeGreaterThan(50)
  expect(sources.filter((file) => /courriel/i.test(readFileSync(file, 'utf8')))).toEqual([])
  const read = documents.map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const code = /```[\s\S]*?```|`[^`]*`|<code>.*?<\/code>/g
  const found = [...texts, ...read].flatMap(({ file, text }) =>
    (text.replace(code, '').match(/.*\b(?:courriels?|emails?)\b.*/gi) ?? []).map((line) => ({ file, line })),
  )
  expect(found).toEqual([])
})

test('French punctuation follows a non-breaking space, narrow before ; ! and ?', () => {
  const wrong = texts.filter(isTypeset).filter(({ text }) => {
    const plain = plainOf(text)
    return /[ \u00a0][;!?](?=\s|$)| [:»](?=\s|$)|« |[\p{L}\d)][;!?](?=\s|$)|\p{L}:(?=\s|$)/u.test(plain)
  })
  expect(wrong).toEqual([])
})

test('headings of French documents keep the capitals of abbreviations', () => {
  const headings = documents.flatMap((file) => readFileSync(file, 'utf8').match(/^#+ .*$/gm) ?? [])
  expect(headings.length).toBeGreaterThan(100)
  expect(headings.filter((heading) => /(?<!\p{L})\p{Ll}\p{Lu}{2}/u.test(heading))).toEqual([])
})

test('pages put no ordinary space before the punctuation between two values', () => {
  const pages = globSync('web/**/*.{ts,tsx}', { exclude: (path) => /dist|\.test\.ts/.test(path) })
  // `${name} : ${value}`, and {name} : {value} in markup.
  const spaced = /\} [:;!?»](?: ?(?:\$\{|`|<)| \{[\w.]+\})/
  expect(pages.filter((file) => spaced.test(readFileSync(file, 'utf8')))).toEqual([])
})

test('French texts have typographic apostrophes and ordinary hyphens', () => {
  const fixedByContract = "Date d'expiration"
  const wrong = texts
    .filter(isTypeset)
    .filter(({ text }) => text !== fixedByContract && /\p{L}'\p{L}|\u2011/u.test(plainOf(text)))
  expect(wrong).toEqual([])
})
