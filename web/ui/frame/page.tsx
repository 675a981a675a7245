import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { visibleText } from '../language/foreign-text.ts'
import { uiTexts } from '../language/texts.ts'

let isFirst = true

/** The frame of a page: its title, and a heading that takes the focus after a navigation. */
export function Page({
  title,
  about,
  struck,
  badge,
  intro,
  side,
  back,
  narrow,
  children,
}: {
  title: string
  /** What else names the page among a browser's tabs: the reference of a payment, whose title is its amount. */
  about?: string | undefined
  /** Whether the title is struck through: an amount that was taken back. */
  struck?: boolean
  /** The state of what the page is about, beside the title. */
  badge?: ComponentChildren
  intro?: ComponentChildren
  /** Buttons at the end of the heading's line; on a phone below the introduction, which says what they act on. */
  side?: ComponentChildren
  /** A link to the parent page. */
  back?: { href: string; label: string }
  /** For a page with a single form. */
  narrow?: boolean
  children: ComponentChildren
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = [title, about, 'Likuta']
      .filter(Boolean)
      .map((part) => visibleText(part ?? ''))
      .join(' · ')
  }, [title, about])
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
          {struck ? <del>{title}</del> : title}
        </h1>
        {badge}
        {intro && <p class="intro">{intro}</p>}
        {side}
      </header>
      {children}
    </div>
  )
}

/** Whether a title is an amount too long for a phone in heading size, since an amount must not wrap. */
const isLongAmount = (title: string) => title.length > 18 && /^[\d\s.,]+\s[A-Z]{3}$/.test(title)

/** The page for an unknown address. */
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
