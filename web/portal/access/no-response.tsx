// The page shown when the service did not say whether this browser is signed in.
import { useState } from 'preact/hooks'
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { restoreSession, sessionError } from './session.ts'

const texts = catalogue({
  fr: {
    title: 'Le service ne répond pas',
    hint: 'Nous ne pouvons pas vérifier si vous êtes toujours connecté. Aucune donnée n’est perdue.',
  },
  en: {
    title: 'The service isn’t responding',
    hint: 'We can’t check whether you’re still signed in. No data is lost.',
  },
})

/** Shown instead of the sign-in page, because there may still be a session. */
export function NoResponse() {
  const t = texts()
  const [busy, setBusy] = useState(false)
  const repeat = () => {
    setBusy(true)
    void restoreSession()
  }
  return (
    <Page title={t.title} narrow>
      <Notice tone="bad">
        {sessionError.value && <p>{refusalText(sessionError.value)}</p>}
        <p>{t.hint}</p>
      </Notice>
      <Button appearance="main" busy={busy} onClick={repeat}>
        {uiTexts().retry}
      </Button>
    </Page>
  )
}
