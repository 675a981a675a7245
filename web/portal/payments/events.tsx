// The webhooks that the sandbox's test receiver got for this merchant.
import { useLocation } from 'preact-iso'
import { Body, Card } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Button, CopyButton } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { ReceivedEvent } from '../api-types.ts'
import { toCheck } from '../webhooks/signature.tsx'
import type { Events } from '../webhooks/test-receiver.ts'

const texts = catalogue({
  fr: {
    title: 'Récepteur de test',
    intro:
      'Les webhooks reçus par le récepteur de test ces dernières 24 heures, tels que votre serveur les recevrait.',
    address: 'Adresse du récepteur',
    addressHint: 'Donnez-la à votre serveur, ou choisissez-la sur la page Webhooks.',
    none: 'Aucun webhook reçu pour l’instant',
    noneHint: 'Cette page s’actualise automatiquement.',
    body: 'Contenu',
    headers: 'En-têtes',
    check: 'Vérifier la signature',
  },
  en: {
    title: 'Test receiver',
    intro: 'Webhooks that the test receiver got in the last 24 hours, as your server would receive them.',
    address: 'Receiver address',
    addressHint: 'Give it to your server, or select it on the Webhooks page.',
    none: 'No webhooks received yet',
    noneHint: 'This page updates automatically.',
    body: 'Body',
    headers: 'Headers',
    check: 'Check signature',
  },
})

const pollMs = 4_000

export function EventsPage() {
  const t = texts()
  const events = useLoad('events', (signal) => api.get<Events>('events', {}, signal), { everyMs: pollMs })
  return (
    <Page title={t.title} intro={t.intro}>
      <Await of={events}>
        {({ url, items }) => (
          <>
            <Card title={t.address} side={<CopyButton text={url} what={t.address} />}>
              <p class="code">{url}</p>
              <p class="small-print">{t.addressHint}</p>
            </Card>
            <Received items={items} />
          </>
        )}
      </Await>
    </Page>
  )
}

function Received({ items }: { items: ReceivedEvent[] }) {
  const t = texts()
  return items.length === 0 ? (
    <EmptyState title={t.none}>
      <p>{t.noneHint}</p>
    </EmptyState>
  ) : (
    <ul class="stack plain-list">
      {items.map((event, i) => (
        <li key={event.id}>
          <OneEvent event={event} open={i === 0} />
        </li>
      ))}
    </ul>
  )
}

/** @param open whether the details are unfolded, as for the newest event */
function OneEvent({ event, open }: { event: ReceivedEvent; open: boolean }) {
  const t = texts()
  const { route } = useLocation()
  const { labelled } = uiTexts()
  const { received_at, headers, body } = event
  // Every webhook has an event type, except the one with a payment's outcome.
  const [, type = 'PAYMENT'] = /"event_type":"(\w+)"/.exec(body) ?? []
  const pasted = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  const check = () => {
    toCheck.value = { headers: pasted, body }
    route('/portal/signature')
  }
  return (
    <details class="card event" open={open}>
      <summary>
        <h2>{type}</h2>
        <Time at={received_at} look="exact" />
      </summary>
      <div class="stack">
        <Body text={body} label={labelled(t.body, type)} />
        <details>
          <summary>{t.headers}</summary>
          <Body text={pasted} label={labelled(t.headers, type)} />
        </details>
        <Button small onClick={check}>
          {t.check}
        </Button>
      </div>
    </details>
  )
}
