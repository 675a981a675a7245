// Renders parameters and schemas as lists of fields.
import type { Language } from '../guides/guide-texts.ts'
import { escapeHtml } from '../guides/highlight.ts'
import { typeset } from '../guides/typography.ts'
import { type OpenApi, type Parameter, resolved, type Schema } from './document.ts'
import { fieldText } from './field-texts.ts'
import { frenchDescriptions } from './french-descriptions.ts'
import type { ReferenceTexts } from './texts.ts'

export type FieldContext = {
  document: OpenApi
  text: ReferenceTexts
  language: Language
  /** Whether to show what values are accepted, beside their types. */
  input: boolean
}

/** Text of the document as HTML: paragraphs, and code between backticks. */
export function prose(text: string, attribute: string): string {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => `<p${attribute}>${inline(paragraph)}</p>`)
    .join('')
}

/** One line of the document's text. */
export const inline = (text: string) =>
  escapeHtml(text.replace(/\s+/g, ' ').trim()).replace(/`([^`]+)`/g, '<code>$1</code>')

/** A description of the document in the language of the page where it is translated, with an attribute where it is not. */
export function described(description: string, language: Language): { text: string; english: string } {
  if (language === 'en') return { text: description, english: '' }
  const french = frenchDescriptions[keyOf(description)]
  return french === undefined
    ? { text: description, english: ' lang="en"' }
    : { text: typeset(french, language), english: '' }
}

/** A description as the French texts are keyed: on one line. */
export const keyOf = (description: string) => description.replace(/\s+/g, ' ').trim()

export function parameterList(context: FieldContext, parameters: Parameter[]): string {
  const items = parameters.map(({ name, required = false, schema, description, example }) =>
    field(context, {
      name,
      required,
      schema: { ...schema, ...(description && { description }) },
      example,
      seen: [],
    }),
  )
  return `<ul class="fields">${items.join('')}</ul>`
}

/** The fields of an object; another schema is described as a whole. */
export function schemaFields(context: FieldContext, schema: Schema, seen: string[] = []): string {
  const shown = objectIn(context.document, schema)
  const path = schema.$ref ? [...seen, schema.$ref] : seen
  if (!shown?.properties) return `<p>${typeText(context, schema)}</p>`
  const { properties, required = [] } = shown
  const items = Object.entries(properties).map(([name, inner]) =>
    field(context, { name, required: required.includes(name), schema: inner, seen: path }),
  )
  return `<ul class="fields">${items.join('')}</ul>`
}

type Field = { name: string; required: boolean; schema: Schema; example?: unknown; seen: string[] }

function field(context: FieldContext, { name, required, schema, example, seen }: Field): string {
  const { text, language, input, document } = context
  const own = resolved(document, schema)
  // A description says in words what an expression says.
  const { pattern: _, ...plain } = own
  const given = schema.description ?? own.description
  const description =
    given === undefined && input
      ? { text: typeset(fieldText(name, language), language), english: '' }
      : described(given ?? '', language)
  const need = input && required ? ` <b>${text.required}</b>` : ''
  const inner = innerFields(context, schema, seen)
  // The data of a response is what a reader came for, and so is what a request must contain.
  const isOpen = input ? required : name === 'data' && seen.length <= 1
  return `<li><div><code>${escapeHtml(name)}</code> <span>${typeText(context, schema)}</span>${need}</div>${
    description.text ? `<p${description.english}>${inline(description.text)}</p>` : ''
  }${input ? limits(context, description.text ? plain : own) : values(context, own)}${
    example === undefined ? '' : `<p>${text.example} <code>${escapeHtml(String(example))}</code></p>`
  }${inner ? folded(inner, isOpen, text) : ''}</li>`
}

function folded({ html, count }: InnerFields, isOpen: boolean, text: ReferenceTexts): string {
  return `<details${isOpen ? ' open' : ''}><summary>${text.fields(count)}</summary>${html}</details>`
}

type InnerFields = { html: string; count: number }

/** The fields inside a field: of its object, or of the objects of its list. */
function innerFields(context: FieldContext, schema: Schema, seen: string[]): InnerFields | undefined {
  const own = resolved(context.document, schema)
  const target = own.items ?? schema
  const object = objectIn(context.document, target)
  const count = Object.keys(object?.properties ?? {}).length
  if (count === 0 || (target.$ref && seen.includes(target.$ref))) return undefined
  return { html: schemaFields(context, target, seen), count }
}

/** The object that a schema stands for, also where it may be null. */
function objectIn(document: OpenApi, schema: Schema): Schema | undefined {
  const own = resolved(document, schema)
  if (own.properties) return own
  return own.anyOf?.map((each) => objectIn(document, each)).find(Boolean)
}

function typeText(context: FieldContext, schema: Schema): string {
  const { document, text } = context
  const own = resolved(document, schema)
  if (own.anyOf) return [...new Set(own.anyOf.map((each) => typeText(context, each)))].join(` ${text.or} `)
  const types = [own.type ?? (own.enum || 'const' in own ? 'string' : 'any')].flat()
  return types
    .map((type) => {
      if (type === 'array') return `${text.types.array} · ${typeText(context, own.items ?? {})}`
      const word = text.types[own.format && own.format in text.types ? own.format : type] ?? type
      return type === 'null' ? text.types.null : word
    })
    .join(` ${text.or} `)
}

const code = (value: unknown) =>
  `<code>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</code>`

function values({ text }: FieldContext, schema: Schema): string {
  const listed =
    schema.enum ?? ('const' in schema ? [schema.const] : schema.anyOf?.flatMap((each) => each.enum ?? []))
  return listed?.length ? `<p>${text.oneOf} ${listed.map(code).join(' ')}</p>` : ''
}

/** The limit of every text, which says nothing about one of them. */
const usualMaximum = 1024

function limits(context: FieldContext, schema: Schema): string {
  const { text } = context
  const { minLength = 0, maxLength, minimum, maximum, pattern } = schema
  const parts = [
    ...(minLength > 1 ? [`${text.atLeast} ${minLength} ${text.characters}`] : []),
    ...(maxLength !== undefined && maxLength !== usualMaximum
      ? [`${text.atMost} ${maxLength} ${text.characters}`]
      : []),
    ...(minimum !== undefined ? [`${text.atLeast} ${minimum}`] : []),
    ...(maximum !== undefined ? [`${text.atMost} ${maximum}`] : []),
    ...(schema.default !== undefined ? [`${text.byDefault} ${code(schema.default)}`] : []),
    ...(pattern ? [`${text.pattern} ${code(pattern)}`] : []),
  ]
  return `${values(context, schema)}${parts.length > 0 ? `<p>${parts.join(' · ')}</p>` : ''}`
}
