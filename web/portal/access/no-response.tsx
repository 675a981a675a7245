import { useState } from 'preact/hooks'
import { Button } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { restoreSession, silence } from './session.ts'

const texts = catalogue({
  fr: {
    title: 'Le service ne répond pas',
    hint: 'Nous ne savons donc pas si vous êtes encore connecté. Rien n’est perdu.',
  },
  en: {
    title: 'The service does not answer',
    hint: 'So we cannot tell whether you are still signed in. Nothing is lost.',
  },
})

/** In place of the sign-in, where nobody knows whether there is a session. */
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
        {silence.value && <p>{refusalText(silence.value)}</p>}
        <p>{t.hint}</p>
      </Notice>
      <Button appearance="main" busy={busy} onClick={repeat}>
        {uiTexts().retry}
      </Button>
    </Page>
  )
}
