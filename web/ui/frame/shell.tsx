// The frame around every page: header, menu, language switch and messages.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { uiTexts } from '../language/texts.ts'
import { type LoadedPalette, PaletteOpener } from '../palette/opener.tsx'
import { type Account, Environment, HeaderAccount, LanguageChoice, MenuHead } from './header.tsx'
import { Mark } from './mark.tsx'
import { type Areas, type Navigation, Places } from './places.tsx'
import { type Tab, Tabs } from './tabs.tsx'
import { Toasts } from './toast.tsx'

type ShellProps = {
  /** The app's name. */
  name: string
  start: string
  /** The menu; empty when no user is signed in. */
  links?: Navigation
  /** Where the menu has areas. */
  areas?: Areas
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
  areas,
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
        <Brand name={name} start={start} />
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
            <Places of={links} Area={areas?.Area} path={path} start={start} chosen={() => setOpen(false)} />
          </div>
        </nav>
      )}
      <main id="main" tabIndex={-1}>
        {areas && <areas.AreaPages of={links} path={path} />}
        {children}
      </main>
      {tabs.length > 0 && <Tabs of={tabs} {...{ path, start, open, setOpen, button }} />}
      <Toasts />
    </div>
  )
}

const Brand = ({ name, start }: { name: string; start: string }) => (
  <a class="brand" href={start}>
    <Mark />
    <span>
      Likuta <small>{name}</small>
    </span>
  </a>
)

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
    places.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [path, hasPlaces])
  return places
}
