// The frame around every page: header, menu, language switch and messages.
import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { uiTexts } from '../language/texts.ts'
import { type LoadedPalette, PaletteOpener } from '../palette/opener.tsx'
import { type Account, Environment, HeaderAccount, LanguageChoice, MenuHead } from './header.tsx'
import { Mark } from './mark.tsx'
import { isAt, type Tab, Tabs } from './tabs.tsx'
import { Toasts } from './toast.tsx'

export type NavigationLink = {
  href: string
  label: string
  /** The number of items waiting on that page. */
  count?: number
  /** A page outside this app, opened in a new tab. */
  beside?: true
}
export type Navigation = readonly {
  heading?: string
  links: readonly NavigationLink[]
  /** Shown only when the user opens it; needs a heading. */
  folded?: boolean
}[]

type ShellProps = {
  /** The app's name. */
  name: string
  start: string
  /** The menu; empty when no user is signed in. */
  links?: Navigation
  environment?: 'sandbox' | 'production' | undefined
  /** The signed-in account, in the header, or at the top of the menu where the header is narrow. */
  account?: Account
  /** Imports the app's palette; the same function on each render. */
  search?: () => Promise<LoadedPalette>
  /** With tabs, the menu of a phone is opened at the bottom of the screen. */
  tabs?: readonly Tab[]
  /** Stores nothing on this device, not even the language. */
  forgetful?: boolean
  children: ComponentChildren
}

export function Shell({
  name,
  start,
  links = [],
  environment,
  account,
  search,
  tabs = [],
  forgetful = false,
  children,
}: ShellProps) {
  const t = uiTexts()
  const { path } = useLocation()
  const hasPlaces = links.length > 0
  const { open, setOpen, button, places } = useMenu(path, hasPlaces)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div class={['shell', !hasPlaces && 'narrow', tabs.length > 0 && 'with-tabs'].filter(Boolean).join(' ')}>
      <a class="skip" href="#main">
        {t.skip}
      </a>
      <header class="top">
        <a class="brand" href={start}>
          <Mark />
          <span>
            Likuta <small>{name}</small>
          </span>
        </a>
        {environment && <Environment is={environment} />}
        <LanguageChoice remember={!forgetful} />
        {search && <PaletteOpener load={search} />}
        {account && <HeaderAccount of={account} />}
      </header>
      {hasPlaces && (
        <nav id="places" class={open ? 'side open' : 'side'} aria-label={t.menu}>
          {/* The scroll bar must not change the width that the menu's styles depend on. */}
          <div class="side-scroll" ref={places}>
            {account && (
              <MenuHead
                account={account}
                remember={!forgetful}
                hasSearch={search !== undefined}
                close={close}
              />
            )}
            <PlaceLists of={links} path={path} start={start} chosen={() => setOpen(false)} />
          </div>
        </nav>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {tabs.length > 0 && <Tabs of={tabs} {...{ path, start, open, setOpen, button }} />}
      <Toasts />
    </div>
  )
}

/** The menu of a narrow screen, closed by every navigation and by Escape, which returns the focus to the menu button. */
function useMenu(path: string, hasPlaces: boolean) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => setOpen(false), [path])
  useEffect(() => {
    if (!open) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])
  return { open, setOpen, button, places: useCurrentInSight(path, hasPlaces) }
}

/** A long menu is scrolled to the current page, also when another link than the menu's led to it. */
function useCurrentInSight(path: string, hasPlaces: boolean) {
  const places = useRef<HTMLDivElement>(null)
  useEffect(() => {
    places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [path, hasPlaces])
  return places
}

/** The current page, and a callback for every choice: choosing the current page also closes the menu. */
type Whereabouts = { path: string; start: string; chosen: () => void }

function PlaceLists({ of, ...whereabouts }: { of: Navigation } & Whereabouts) {
  return (
    <>
      {of.map(({ heading, links, folded }, i) => {
        const list = <NavigationList links={links} {...whereabouts} />
        if (!folded)
          return (
            <Fragment key={heading ?? i}>
              {heading && <h2>{heading}</h2>}
              {list}
            </Fragment>
          )
        const { path, start } = whereabouts
        return (
          <details key={`${heading} folded`} open={links.some(({ href }) => isAt(href, path, start))}>
            <summary>{heading}</summary>
            {list}
          </details>
        )
      })}
    </>
  )
}

function NavigationList({ links, path, start, chosen }: { links: readonly NavigationLink[] } & Whereabouts) {
  return (
    <ul>
      {links.map(({ href, label, count, beside }) => (
        <li key={href}>
          <a
            href={href}
            target={beside && '_blank'}
            rel={beside && 'noopener'}
            aria-current={isAt(href, path, start) ? 'page' : undefined}
            onClick={chosen}
          >
            <span>{label}</span>
            {count ? <b>{count}</b> : null}
          </a>
        </li>
      ))}
    </ul>
  )
}
