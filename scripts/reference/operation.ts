// Renders one operation: what it does, what it takes and returns, and samples to copy.
import type { Language } from '../guides/guide-texts.ts'
import { escapeHtml, highlight } from '../guides/highlight.ts'
import { typeset } from '../guides/typography.ts'
import type { OpenApi, Operation, Refusal, Schema } from './document.ts'
import { described, type FieldContext, inline, parameterList, prose, schemaFields } from './fields.ts'
import { frenchOperations } from './french.ts'
import { addressOf, samplesOf } from './samples/samples.ts'
import { type ReferenceTexts, referenceTexts } from './texts.ts'

export type Rendering = {
  document: OpenApi
  language: Language
  /** Codes of errors that have a page of their own in the guides. */
  errorPages: ReadonlySet<string>
  /** The operations of the page whose response was described first, by schema. Filled while the page is rendered. */
  firstWith: Map<string, Operation>
}

/** A text of the document in the language of the page where it is translated, with the language it is in. */
export function textsOf({ id, summary, description }: Operation, language: Language) {
  const french = language === 'fr' ? frenchOperations[id] : undefined
  const english = language === 'fr' && !french ? ' lang="en"' : ''
  if (!french) return { summary, description, english }
  return {
    summary: typeset(french[0], language),
    description: french[1] && typeset(french[1], language),
    english,
  }
}

/** Operations that exist in sandbox deployments only. */
export function isSandboxOnly({ path, tag, id }: Operation): boolean {
  return (
    tag === 'Test receiver' || path.includes('/sandbox/') || ['listEvents', 'checkSignature'].includes(id)
  )
}

/** A call of the API. */
export function operationHtml(operation: Operation, rendering: Rendering): string {
  const { id, method, path, authentication } = operation
  const text = referenceTexts[rendering.language]
  const { summary, description, english } = textsOf(operation, rendering.language)
  const sandbox = isSandboxOnly(operation) ? `<span class="badge wait">${text.sandboxOnly}</span>` : ''
  return `<section class="operation" id="${id}">
<div class="about">
<h2${english}><a href="#${id}">${inline(summary)}</a></h2>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code></p>
<p class="badges"><span class="badge">${text.authentication[authentication]}</span>${sandbox}</p>
${description ? prose(description, english) : ''}
${details(operation, rendering)}
</div>
<div class="samples">
${samples(operation, text)}
${exampleResponse(operation, text)}
</div>
</section>`
}

/** An event that merchants receive. */
export function eventHtml(operation: Operation, rendering: Rendering): string {
  const { id, body } = operation
  const { document, language } = rendering
  const text = referenceTexts[language]
  const { summary, description, english } = textsOf(operation, language)
  const context = contextOf(document, language, false)
  return `<section class="operation" id="${id}">
<div class="about">
<h2${english}><a href="#${id}">${inline(summary)}</a></h2>
${description ? prose(description, english) : ''}
${body ? `<h3>${text.body}</h3>${schemaFields(context, body.schema)}` : ''}
</div>
<div class="samples">${body ? codeFigure(text.event, JSON.stringify(body.example, null, 2), 'json') : ''}</div>
</section>`
}

export function contextOf(document: OpenApi, language: Language, input: boolean): FieldContext {
  return { document, text: referenceTexts[language], language, input }
}

function details(operation: Operation, rendering: Rendering): string {
  const { document, language, errorPages } = rendering
  const text = referenceTexts[language]
  const input = contextOf(document, language, true)
  const parts = (['path', 'query', 'header'] as const).map((place) => {
    const parameters = operation.parameters.filter((each) => each.in === place)
    return parameters.length > 0
      ? `<h3>${text.parameters[place]}</h3>${parameterList(input, parameters)}`
      : ''
  })
  const body = operation.body ? `<h3>${text.body}</h3>${schemaFields(input, operation.body.schema)}` : ''
  const responses = operation.responses.map(({ status, description, type, schema }) => {
    const shown = described(description, language)
    const about = description === 'Success.' ? '' : prose(shown.text, shown.english)
    const isJson = schema && type === 'application/json'
    const fields = isJson ? responseFields(operation, schema, rendering) : ''
    const title = /^3/.test(status) ? text.redirect : text.response
    return `<h3>${title} <span class="status">${status}</span></h3>${about}${fields}`
  })
  return [...parts, body, ...responses, refusals(operation.refusals, { text, errorPages, language })].join(
    '\n',
  )
}

/** The fields of a response, or a link to the operation above that has the same. */
function responseFields(operation: Operation, schema: Schema, rendering: Rendering): string {
  const { document, language, firstWith } = rendering
  const text = referenceTexts[language]
  const first = schema.$ref && firstWith.get(schema.$ref)
  if (first === operation) return `<p>${text.sameAsAbove}</p>`
  if (first) {
    const { summary, english } = textsOf(first, language)
    const link = `<a href="#${first.id}"${english}>${inline(summary)}</a>`
    return `<p>${text.sameAs(link)}</p>`
  }
  if (schema.$ref) firstWith.set(schema.$ref, operation)
  return schemaFields(contextOf(document, language, false), schema)
}

type RefusalContext = { text: ReferenceTexts; errorPages: ReadonlySet<string>; language: Language }

function refusals(all: Refusal[], { text, errorPages, language }: RefusalContext): string {
  if (all.length === 0) return ''
  const english = language === 'fr' ? ' lang="en"' : ''
  const page = (code: string) => {
    if (!errorPages.has(code)) return code
    return `<a href="/guides/${language}/errors/${code}">${code}</a>`
  }
  const items = all.map(
    ({ status, code, message }) =>
      `<tr><td>${status}</td><td>${code ? `${page(code)} ` : ''}<span${english}>${escapeHtml(message)}</span></td></tr>`,
  )
  return `<details class="refusals"><summary>${text.refusals} <span>(${all.length})</span></summary>${text.messages && `<p>${text.messages}</p>`}<table><thead><tr><th scope="col">${text.status}</th><th scope="col">${text.meaning}</th></tr></thead><tbody>${items.join('')}</tbody></table></details>`
}

function samples(operation: Operation, text: ReferenceTexts): string {
  const { authentication, method, body } = operation
  const attributes = [
    `data-method="${method}"`,
    `data-address="${escapeHtml(addressOf(operation))}"`,
    `data-authentication="${authentication}"`,
    ...(body ? [`data-body="${escapeHtml(JSON.stringify(body.example ?? {}, null, 2))}"`] : []),
  ]
  const figures = samplesOf(operation).map(({ name, language, code }) => codeFigure(name, code, language))
  return `<div class="calls" role="group" aria-label="${text.sample}" ${attributes.join(' ')}>${figures.join('')}</div>`
}

function exampleResponse({ responses }: Operation, text: ReferenceTexts): string {
  const shown = responses.find(({ example }) => example !== undefined)
  return shown
    ? codeFigure(`${text.response} ${shown.status}`, JSON.stringify(shown.example, null, 2), 'json')
    : ''
}

function codeFigure(caption: string, code: string, language: string): string {
  return `<figure class="code"><figcaption>${escapeHtml(caption)}</figcaption><pre tabindex="0"><code>${highlight(code, language)}</code></pre></figure>`
}
