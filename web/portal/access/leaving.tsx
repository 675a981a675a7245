import { useEffect } from 'preact/hooks'
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { Waiting } from '../../ui/service/await.tsx'
import type { RequestError } from '../../ui/service/client.ts'
import { signOut, stay } from './session.ts'

const texts = catalogue({
  fr: {
    title: 'Déconnexion',
    not: 'Vous n’êtes pas encore déconnecté',
    keepOpen:
      'Laissez cette page ouverte : elle réessaie d’elle-même toutes les quelques secondes et vous dira quand c’est fait.',
    now: 'Réessayer maintenant',
    stay: 'Rester connecté',
  },
  en: {
    title: 'Signing out',
    not: 'You are not signed out yet',
    keepOpen:
      'Leave this page open: it tries again by itself every few seconds, and will show when it is done.',
    now: 'Try again now',
    stay: 'Stay signed in',
  },
})

const reaskMs = 5_000

/** Between the press on the way out and the service's word that the token has ended. */
export function Leaving({ error }: { error: RequestError | undefined }) {
  const t = texts()
  const failed = error !== undefined
  useEffect(() => {
    if (!failed) return
    const timer = setInterval(signOut, reaskMs)
    addEventListener('online', signOut)
    return () => {
      clearInterval(timer)
      removeEventListener('online', signOut)
    }
  }, [failed])
  return (
    <Page title={t.title} narrow>
      {error ? (
        <>
          <Notice tone="bad" title={t.not}>
            <p>{refusalText(error)}</p>
            <p>{t.keepOpen}</p>
          </Notice>
          <div class="actions">
            <Button appearance="main" onClick={signOut}>
              {t.now}
            </Button>
            <Button onClick={stay}>{t.stay}</Button>
          </div>
        </>
      ) : (
        <Waiting lines={2} />
      )}
    </Page>
  )
}
