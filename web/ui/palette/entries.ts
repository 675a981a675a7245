// What the palettes of all apps offer: the pages of the menu, settings once something is typed, and two actions.
import { useEffect, useState } from 'preact/hooks'
import type { Navigation } from '../frame/places.tsx'
import { chooseLanguage, type Language, language } from '../language/language.ts'
import { fitting } from './matches.ts'
import type { Entry, Group } from './palette.tsx'
import { paletteTexts } from './texts.ts'

const maxSettings = 6
const pauseMs = 250
const minTyped = 2

/** A setting or an action, with other words by which people look for it: nobody should have to know what we call it. */
export type Setting<Name, Right> = { name: Name; right: Right; to: string; words: string }

/** Each is found by its label in either language, and by its words. */
export const settingEntries = <Name extends string>(
  settings: readonly Setting<Name, unknown>[],
  labels: Record<Language, Record<Name, string>>,
): (Entry & { href: string })[] =>
  settings.map(({ name, to, words }) => ({
    key: `setting ${name}`,
    label: labels[language.value][name],
    words: `${labels.fr[name]} ${labels.en[name]} ${words}`,
    href: to,
  }))

export function pageEntries(menu: Navigation, typed: string): Group {
  const pages = menu
    .flatMap(({ links }) => links)
    .flatMap((link) => link.pages ?? [link])
    .filter(({ beside }) => !beside)
  return {
    name: paletteTexts().pages,
    entries: fitting(
      pages.map(({ href, label }) => ({ key: href, label, href })),
      typed,
    ),
  }
}

/** Only what is looked for: all of them would push the pages out of sight. */
export const settingsFor = (settings: readonly Entry[], typed: string): Group => ({
  name: paletteTexts().settings,
  entries: typed.trim() === '' ? [] : fitting(settings, typed).slice(0, maxSettings),
})

/** @param remember stores the language on this device */
export function sharedActions(signOut: () => unknown, remember = true): Entry[] {
  const t = paletteTexts()
  const other = language.value === 'fr' ? 'en' : 'fr'
  return [
    {
      key: 'language',
      label: t.language,
      words: 'langue français anglais language french english',
      lang: other,
      run: () => chooseLanguage(other, remember),
    },
    {
      key: 'sign out',
      label: t.signOut,
      words: 'quitter sortir déconnexion log out logout leave',
      run: () => signOut(),
    },
  ]
}

/**
 * Searches once the user has stopped typing. Failures show nothing: the pages and actions still work.
 * @param search the same function on each render
 */
export function useSearch<Found>(
  text: string,
  search: (typed: string, signal: AbortSignal) => Promise<Found>,
): Found | undefined {
  const typed = text.trim()
  const [found, setFound] = useState<{ typed: string; of: Found }>()
  useEffect(() => {
    if (typed.length < minTyped) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      search(typed, abort.signal).then(
        (of) => abort.signal.aborted || setFound({ typed, of }),
        () => {},
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed, search])
  return found?.typed === typed ? found.of : undefined
}
