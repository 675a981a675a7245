// The header, and what it has no room for on a phone: the account, the languages and the search, at the top of the menu.
import type { ComponentChildren } from 'preact'
import { Badge } from '../display/badge.tsx'
import { chooseLanguage, language, languageNames, languages } from '../language/language.ts'
import { uiTexts } from '../language/texts.ts'
import { openPalette } from '../palette/opener.tsx'
import { Drawing, drawings } from './tabs.tsx'

/** The signed-in account. */
export type Account = {
  name: string | undefined
  /** Shown with the name when the pointer rests on it. */
  code?: string
  /** What screen readers call this part of the page. */
  label: string
  signOut: { label: string; run: () => void }
  /** Shown beside the name, in the header only. */
  beside?: ComponentChildren
}

export function HeaderAccount({ of: { name, code, label, signOut, beside } }: { of: Account }) {
  return (
    <section class="account" aria-label={label}>
      <strong title={code}>{name}</strong>
      {beside}
      <button type="button" class="leave" onClick={() => signOut.run()}>
        <Drawing of={drawings.leave} />
        <span>{signOut.label}</span>
      </button>
    </section>
  )
}

/** The top of the menu where the header is too narrow for all of it. */
export function MenuHead({
  account: { name, label, signOut },
  remember,
  hasSearch,
  close,
}: {
  account: Account
  remember: boolean
  hasSearch: boolean
  /** Closes the menu and returns the focus to its button. */
  close: () => void
}) {
  return (
    <section class="menu-head" aria-label={label}>
      <p>
        <strong>{name}</strong>
        <button type="button" class="button quiet small" onClick={() => signOut.run()}>
          <Drawing of={drawings.leave} />
          {signOut.label}
        </button>
      </p>
      <LanguageChoice remember={remember} whole />
      {hasSearch && (
        <button
          type="button"
          class="menu-search"
          onClick={() => {
            close()
            openPalette()
          }}
        >
          <Drawing of={drawings.search} />
          {uiTexts().search}
        </button>
      )}
    </section>
  )
}

export function Environment({ is }: { is: 'sandbox' | 'production' }) {
  const t = uiTexts()
  return <Badge tone={is === 'sandbox' ? 'wait' : 'good'}>{is === 'sandbox' ? t.test : t.live}</Badge>
}

/** @param whole shows the names of the languages instead of their codes */
export function LanguageChoice({ remember, whole = false }: { remember: boolean; whole?: boolean }) {
  return (
    <fieldset class="languages" aria-label={uiTexts().languages}>
      {languages.map((other) => (
        <button
          key={other}
          type="button"
          lang={other}
          aria-label={whole ? undefined : `${other.toUpperCase()} – ${languageNames[other]}`}
          aria-pressed={other === language.value}
          onClick={() => chooseLanguage(other, remember)}
        >
          {whole ? languageNames[other] : other.toUpperCase()}
        </button>
      ))}
    </fieldset>
  )
}
