// What the pages of one-time links share. The link's token is after `#`, so that no server ever logs it, and is removed from the
// address at once, so that it does not stay in the history or in a screenshot.
import { useEffect, useState } from 'preact/hooks'
import { ButtonLink } from '../forms/button.tsx'
import { catalogue } from '../language/language.ts'
import { Notice } from './notice.tsx'

const texts = catalogue({
  fr: {
    incomplete: 'Ce lien est incomplet. Ouvrez-le tel que vous l’avez reçu.',
    back: 'Retour à la connexion',
  },
  en: {
    incomplete: 'This link is incomplete. Open it exactly as you received it.',
    back: 'Back to sign-in',
  },
})

/** Returns the token of the link that opened the page; empty if it was cut off. */
export function useLinkToken(): string {
  const [token] = useState(takeToken)
  useEffect(() => {
    addEventListener('hashchange', openAgain)
    return () => removeEventListener('hashchange', openAgain)
  }, [])
  return token
}

/** A link that is opened in the tab of an earlier one changes nothing but the part after `#`. */
function openAgain(): void {
  if (location.hash.length > 1) location.reload()
}

function takeToken(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}

/** Shown instead of the form when the link has no token. @param start where the user signs in */
export function IncompleteLink({ start }: { start: string }) {
  const t = texts()
  return (
    <>
      <Notice tone="bad">{t.incomplete}</Notice>
      <p>
        <ButtonLink href={start}>{t.back}</ButtonLink>
      </p>
    </>
  )
}
