import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { visibleText } from '../language/foreign-text.ts'
import { uiTexts } from '../language/texts.ts'

let isFirst = true

/** What every page has: a heading that takes the focus when one comes to it, and a title. */
export function Page({
  title,
  intro,
  side,
  back,
  narrow,
  children,
}: {
  title: string
  intro?: ComponentChildren
  /** At the end of the heading's line. */
  side?: ComponentChildren
  /** Where this page was come to from. */
  back?: { href: string; label: string }
  /** For a form that stands alone. */
  narrow?: boolean
  children: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${visibleText(title)} · Likuta`
  }, [title])
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    if (!isFirst) window.scrollTo(0, 0)
    isFirst = false
  }, [])
  return (
    <div class={narrow ? 'page narrow' : 'page'}>
      {back && (
        <a class="back" href={back.href}>
          {back.label}
        </a>
      )}
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1} class={isLongAmount(title) ? 'long-amount' : undefined}>
          {title}
        </h1>
        {side}
      </header>
      {intro && <p class="intro">{intro}</p>}
      {children}
    </div>
  )
}

/** Too long for a phone in the size of a heading; it may not be broken between its digits. */
const isLongAmount = (title: string) => title.length > 18 && /^[\d\s.,]+\s[A-Z]{3}$/.test(title)

/** For an address that leads nowhere. */
export function NoPage({ start }: { start: string }) {
  const t = uiTexts()
  return (
    <Page title={t.notFound}>
      <p>{t.notFoundHint}</p>
      <p>
        <a href={start}>{t.start}</a>
      </p>
    </Page>
  )
}
