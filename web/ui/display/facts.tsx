import type { ComponentChildren } from 'preact'
import { CopyButton } from '../forms/button.tsx'
import { uiTexts } from '../language/texts.ts'

export type Fact = readonly [name: string, value: ComponentChildren, copy?: string | undefined]

/** Names and values, one a line; nothing is shown as a dash. With a third part there is a button to copy it. */
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

/** Text of machines: a reference, a key. It may break anywhere. */
export function Code({ children }: { children: ComponentChildren }) {
  return <code class="code">{children}</code>
}

/** A body as it was sent, indented where it is JSON. What can be scrolled can be reached by keyboard. */
export function Body({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it nobody scrolls by keyboard
    // biome-ignore lint/a11y/useSemanticElements: no form is in it
    <pre class="body" tabIndex={0} role="group" aria-label={label}>
      {indented(text)}
    </pre>
  )
}

/** Numbers stay as they were written. */
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
  title,
  side,
  children,
}: {
  title?: string
  side?: ComponentChildren
  children: ComponentChildren
}) {
  return (
    <section class="card">
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

/** One number that matters. */
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

export function Figures({ children }: { children: ComponentChildren }) {
  return <dl class="figures">{children}</dl>
}
