// Offers a month of sample business to a newcomer: makes it, shows how far it is, opens it and removes it.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue, formatNumber } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, may, viewSample } from '../access/session.ts'
import type { SampleMonth } from '../api-types.ts'

const texts = catalogue({
  fr: {
    title: 'Mois d’exemple',
    intro:
      'Découvrez le portail avec un mois d’activité fictive\u00a0: paiements, remboursements, litiges, versements et transferts. Il se trouve à part, ne change rien à votre compte et n’envoie ni webhook ni message.',
    make: 'Créer le mois d’exemple',
    again: 'Recommencer',
    interrupted: 'La création a été interrompue. Recommencez-la ou supprimez ce qui a été créé.',
    progress: 'Création du mois d’exemple',
    day: (done: string, total: string) => `Jour ${done} sur ${total}`,
    made: 'Le mois d’exemple est prêt. Vous pouvez tout consulter, rien modifier.',
    open: 'Ouvrir l’exemple',
    remove: 'Supprimer l’exemple',
    removed: 'Mois d’exemple supprimé.',
  },
  en: {
    title: 'Sample month',
    intro:
      'See the portal with a month of made-up business: payments, refunds, disputes, payouts and transfers. It is kept apart, changes nothing in your account, and sends no webhooks or messages.',
    make: 'Create sample month',
    again: 'Start again',
    interrupted: 'Creating it was interrupted. Start again, or remove what was created.',
    progress: 'Creating the sample month',
    day: (done: string, total: string) => `Day ${done} of ${total}`,
    made: 'The sample month is ready. You can look at everything and change nothing.',
    open: 'Open sample',
    remove: 'Remove sample',
    removed: 'Sample month removed.',
  },
})

const pollMs = 400

export function SampleCard() {
  const t = texts()
  const loaded = useLoad('sample', (signal) => api.get<SampleMonth>('sandbox/sample', {}, signal), {
    everyMs: pollMs,
    until: ({ state }) => state !== 'MAKING',
  })
  const [busy, setBusy] = useState(false)
  const { data: sample, reload } = loaded
  const act = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
    }
    reload()
    setBusy(false)
  }
  // Others than the owner can open one that there is.
  if (!sample || (!may('configure') && sample.state !== 'MADE')) return null
  const { state, done, total } = sample
  const make = () => act(() => api.post('sandbox/sample'))
  const remove = () =>
    act(async () => {
      await api.call('DELETE', 'sandbox/sample')
      toast(t.removed)
    })
  return (
    <Card title={t.title}>
      <p class="soft">{state === 'MADE' ? t.made : state === 'INTERRUPTED' ? t.interrupted : t.intro}</p>
      {state === 'MAKING' && (
        <div class="progress">
          <progress aria-label={t.progress} value={done} max={total} />
          <p class="small-print">{t.day(formatNumber(done), formatNumber(total))}</p>
        </div>
      )}
      <p class="actions">
        {(state === 'NONE' || state === 'INTERRUPTED') && (
          <Button busy={busy} onClick={make}>
            {state === 'NONE' ? t.make : t.again}
          </Button>
        )}
        {state === 'MADE' && (
          <Button busy={busy} onClick={() => act(() => viewSample(true))}>
            {t.open}
          </Button>
        )}
        {(state === 'MADE' || state === 'INTERRUPTED') && may('configure') && (
          <Button appearance="quiet" busy={busy} onClick={remove}>
            {t.remove}
          </Button>
        )}
      </p>
    </Card>
  )
}
