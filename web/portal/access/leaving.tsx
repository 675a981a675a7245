// The page shown while signing out, until the service confirms that the session token is revoked.
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
      'Laissez cette page ouverte\u00a0: elle réessaie automatiquement toutes les quelques secondes et confirmera la déconnexion.',
    now: 'Réessayer maintenant',
    stay: 'Rester connecté',
  },
  en: {
    title: 'Signing out',
    not: 'You aren’t signed out yet',
    keepOpen:
      'Leave this page open: it retries automatically every few seconds and will confirm once you’re signed out.',
    now: 'Try again now',
    stay: 'Stay signed in',
  },
})

const retryMs = 5_000

/** @param error why the last attempt to sign out failed, if it did */
export function Leaving({ error }: { error: RequestError | undefined }) {
  const t = texts()
  const failed = error !== undefined
  useEffect(() => {
    if (!failed) return
    const timer = setInterval(signOut, retryMs)
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
