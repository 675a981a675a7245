// The frame around every page: header, menu, language switch and messages.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Badge } from '../display/badge.tsx'
import { chooseLanguage, language, languageNames, languages } from '../language/language.ts'
import { uiTexts } from '../language/texts.ts'
import { Mark } from './mark.tsx'
import { Toasts } from './toast.tsx'

export type NavigationLink = {
  href: string
  label: string
  /** The number of items waiting on that page. */
  count?: number
  /** A page outside this app, opened in a new tab. */
  beside?: true
}
export type Navigation = readonly { heading?: string; links: readonly NavigationLink[] }[]

type ShellProps = {
  /** The app's name. */
  name: string
  start: string
  /** The menu; empty when no user is signed in. */
  links?: Navigation
  environment?: 'sandbox' | 'production' | undefined
  /** The signed-in account, with the sign-out button. */
  account?: ComponentChildren
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
  forgetful = false,
  children,
}: ShellProps) {
  const t = uiTexts()
  const { path } = useLocation()
  const { open, setOpen, button } = useMenu(path)
  const hasPlaces = links.length > 0
  return (
    <div class={hasPlaces ? 'shell' : 'shell narrow'}>
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
        {hasPlaces && (
          <button
            ref={button}
            type="button"
            class="menu-button"
            aria-expanded={open}
            aria-controls="places"
            onClick={() => setOpen(!open)}
          >
            {t.menu}
          </button>
        )}
      </header>
      {hasPlaces && (
        <nav id="places" class={open ? 'side open' : 'side'} aria-label={t.menu}>
          <PlaceLists of={links} path={path} start={start} chosen={() => setOpen(false)} />
          {account}
        </nav>
      )}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Toasts />
    </div>
  )
}

/** The menu of a narrow screen, closed by every navigation and by Escape, which returns the focus to the menu button. */
function useMenu(path: string) {
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
  return { open, setOpen, button }
}

function Environment({ is }: { is: 'sandbox' | 'production' }) {
  const t = uiTexts()
  return <Badge tone={is === 'sandbox' ? 'wait' : 'good'}>{is === 'sandbox' ? t.test : t.live}</Badge>
}

/** The current page, and a callback for every choice: choosing the current page also closes the menu. */
type Whereabouts = { path: string; start: string; chosen: () => void }

function PlaceLists({ of, ...whereabouts }: { of: Navigation } & Whereabouts) {
  return (
    <>
      {of.map(({ heading, links }, i) => (
        <NavigationList key={heading ?? i} heading={heading} links={links} {...whereabouts} />
      ))}
    </>
  )
}

function NavigationList({
  heading,
  links,
  path,
  start,
  chosen,
}: {
  heading: string | undefined
  links: readonly NavigationLink[]
} & Whereabouts) {
  const isHere = (href: string) =>
    href === start ? path === href : path === href || path.startsWith(`${href}/`)
  return (
    <>
      {heading && <h2>{heading}</h2>}
      <ul>
        {links.map(({ href, label, count, beside }) => (
          <li key={href}>
            <a
              href={href}
              target={beside && '_blank'}
              rel={beside && 'noopener'}
              aria-current={isHere(href) ? 'page' : undefined}
              onClick={chosen}
            >
              <span>{label}</span>
              {count ? <b>{count}</b> : null}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

function LanguageChoice({ remember }: { remember: boolean }) {
  return (
    <fieldset class="languages" aria-label={uiTexts().languages}>
      {languages.map((other) => (
        <button
          key={other}
          type="button"
          lang={other}
          aria-label={`${other.toUpperCase()} – ${languageNames[other]}`}
          aria-pressed={other === language.value}
          onClick={() => chooseLanguage(other, remember)}
        >
          {other.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
