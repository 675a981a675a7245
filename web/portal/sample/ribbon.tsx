// The ribbon on every page while the user looks at the sample, with the ways out of it.
import { useState } from 'preact/hooks'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { session, viewSample } from '../access/session.ts'

const texts = catalogue({
  fr: {
    label: 'Mois d’exemple',
    title: 'Exemple',
    text: 'Toutes ces données sont fictives. Vous pouvez tout consulter, rien modifier.',
    leave: 'Revenir à mon compte',
  },
  en: {
    label: 'Sample month',
    title: 'Sample',
    text: 'All of this data is made up. You can look at everything and change nothing.',
    leave: 'Back to my account',
  },
})

export function SampleRibbon() {
  const t = texts()
  const [busy, setBusy] = useState(false)
  if (!session.value?.isSample) return null
  const leave = async () => {
    setBusy(true)
    try {
      await viewSample(false)
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
      setBusy(false)
    }
  }
  return (
    <section class="sample-ribbon" aria-label={t.label}>
      <p>
        <strong>{t.title}</strong> {t.text}
      </p>
      <Button small busy={busy} onClick={leave}>
        {t.leave}
      </Button>
    </section>
  )
}
