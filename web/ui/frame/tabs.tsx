// The tabs at the bottom of a phone's screen: the main pages, and the menu with the others.
import type { Ref } from 'preact'
import { uiTexts } from '../language/texts.ts'

export type Tab = {
  href: string
  label: string
  /** Strokes of 24 by 24. */
  drawing: string
  /** The number of items waiting on that page. */
  count?: number | undefined
  /** The other pages that the tab stands for. */
  pages?: readonly { href: string }[] | undefined
}

/** Strokes of 24 by 24 that every app's frame shows. */
export const drawings = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
} as const

export function Tabs({
  of: tabs,
  path,
  start,
  open,
  setOpen,
  button,
}: {
  of: readonly Tab[]
  path: string
  start: string
  /** Whether the menu is open. */
  open: boolean
  setOpen: (open: boolean) => void
  button: Ref<HTMLButtonElement>
}) {
  const t = uiTexts()
  return (
    <nav class="tab-bar" aria-label={t.tabs}>
      {tabs.map(({ href, label, drawing, count, pages = [{ href }] }) => (
        <a
          key={href}
          href={href}
          aria-current={!open && pages.some((page) => isAt(page.href, path, start)) ? 'page' : undefined}
          onClick={() => setOpen(false)}
        >
          <Drawing of={drawing} />
          <span>{label}</span>
          {count ? <b>{count}</b> : null}
        </a>
      ))}
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls="places"
        onClick={() => setOpen(!open)}
      >
        <Drawing of={drawings.menu} />
        <span>{t.menu}</span>
      </button>
    </nav>
  )
}

/** A pictogram of 24 by 24, in the colour of the surrounding text. */
export function Drawing({ of: strokes }: { of: string }) {
  return (
    <svg viewBox="0 0 24 24" width="1.5rem" height="1.5rem" aria-hidden="true">
      <path
        d={strokes}
        fill="none"
        stroke="currentColor"
        stroke-width="1.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}

/** Whether a page is shown, or one below it. Every page is below the start page, so that one must be shown itself. */
export const isAt = (href: string, path: string, start: string) =>
  path === href || (href !== start && path.startsWith(`${href}/`))
