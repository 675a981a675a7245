import type { ComponentChildren } from 'preact'
import { CopyButton } from '../forms/button.tsx'
import { uiTexts } from '../language/texts.ts'

export type Fact = readonly [name: string, value: ComponentChildren, copy?: string | undefined]

/** Names and values, one per line. An empty value is shown as a dash; the third part adds a button that copies it. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const t = uiTexts()
  return (
    <dl class="facts">
      {facts.map(([name, value, copy]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span>
              {value === null || value === undefined || value === '' || value === false ? t.none : value}
            </span>
            {copy && <CopyButton text={copy} what={name} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Machine-readable text, such as a reference or a key, which may wrap anywhere. */
export function Code({ whole = false, children }: { whole?: boolean; children: ComponentChildren }) {
  return <code class={whole ? 'code nowrap' : 'code'}>{children}</code>
}

/** A request or response body, indented if it is JSON. It takes the focus, so that it can be scrolled by keyboard. */
export function Body({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it keyboard users cannot scroll
    // biome-ignore lint/a11y/useSemanticElements: no form is in it
    <pre class="body" tabIndex={0} role="group" aria-label={label}>
      {indented(text)}
    </pre>
  )
}

/** Indents JSON without changing how its numbers are written. */
function indented(text: string): string {
  try {
    const rawNumbers = (_name: string, value: unknown, { source }: { source: string }) =>
      typeof value === 'number' && 'rawJSON' in JSON ? JSON.rawJSON(source) : value
    return JSON.stringify(JSON.parse(text, rawNumbers), null, 2)
  } catch {
    return text
  }
}

export function Card({
  id,
  title,
  side,
  children,
}: {
  /** What an address of the page may point to. */
  id?: string
  title?: string
  side?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section id={id} class="card">
      {(title || side) && (
        <header>
          {title && <h2>{title}</h2>}
          {side}
        </header>
      )}
      {children}
    </section>
  )
}

/** A key figure. */
export function Figure({
  name,
  value,
  note,
}: {
  name: string
  value: ComponentChildren
  note?: ComponentChildren
}) {
  return (
    <div class={typeof note === 'string' && note.length > 24 ? 'figure long' : 'figure'}>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <span>{note}</span>}
      </dd>
    </div>
  )
}

/** @param lead puts the figures on a grid of equal columns, of which the first takes two */
export function Figures({ lead = false, children }: { lead?: boolean; children: ComponentChildren }) {
  return <dl class={lead ? 'figures lead' : 'figures'}>{children}</dl>
}
