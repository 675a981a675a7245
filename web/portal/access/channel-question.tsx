// Asks a merchant who has not said how it sells, once, on the overview. A sign-up in the portal asks before.
import { useState } from 'preact/hooks'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { follow, type Preferences, preferences, type SalesChannel } from '../preferences.ts'
import { channels, channelTexts } from './channel-field.tsx'
import { api, may, session } from './session.ts'

const texts = catalogue({
  fr: {
    later: 'Plus tard',
    saved: 'Enregistré. Vous pouvez changer ce choix à la page «\u00a0Ma boutique\u00a0».',
  },
  en: {
    later: 'Not now',
    saved: 'Saved. You can change this on the page My shop.',
  },
})

const laterKey = () => `channel-later ${session.value?.merchantCode ?? ''}`

/** Nothing where the merchant has answered, or has put the question off on this device. */
export function ChannelQuestion() {
  const t = texts()
  const question = channelTexts()
  const [isLater, setLater] = useState(() => localStorage.getItem(laterKey()) !== null)
  const [busy, setBusy] = useState(false)
  const current = preferences.value
  if (!may('configure') || !current || current.sells_by !== null || isLater) return null
  const choose = async (sells_by: SalesChannel) => {
    setBusy(true)
    try {
      follow(await api.put<Preferences>('preferences', { sells_by, time_zone: current.time_zone }))
      toast(t.saved)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error), 'bad')
      setBusy(false)
    }
  }
  const putOff = () => {
    localStorage.setItem(laterKey(), '')
    setLater(true)
  }
  return (
    <div class="asked">
      <fieldset class="card">
        <legend>{question.question}</legend>
        <div class="actions">
          {channels.map((channel) => (
            <Button key={channel} small aria-disabled={busy} onClick={() => busy || choose(channel)}>
              {question[channel]}
            </Button>
          ))}
          <Button small appearance="quiet" onClick={putOff}>
            {t.later}
          </Button>
        </div>
      </fieldset>
    </div>
  )
}
