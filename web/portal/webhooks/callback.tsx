// The webhooks page: the merchant's webhook address, a test event, and the deliveries.
import { useState } from 'preact/hooks'
import { failingText } from '../../ui/deliveries/row.tsx'
import { formatMilliseconds } from '../../ui/display/duration.ts'
import { Card } from '../../ui/display/facts.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { reason } from '../../ui/language/reasons.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { Callback, Delivery, Overview } from '../api-types.ts'
import { Choices } from '../choices.tsx'
import { labelsOf } from '../labels.ts'
import { useList } from '../list.ts'
import { overviewTexts } from '../overview/texts.ts'
import { ConfirmAct, confirmedCall } from '../step-up/step-up.tsx'
import { CertificationCard } from './certification.tsx'
import { Deliveries } from './deliveries.tsx'
import { Endpoints } from './endpoints.tsx'
import { ReceiverCredentials } from './receiver-credentials.tsx'
import { ResendMissed } from './resend-missed.tsx'
import { useTestReceiver } from './test-receiver.ts'

const texts = catalogue({
  fr: {
    title: 'Webhooks',
    intro:
      'Nous envoyons chaque résultat à votre serveur, signé. Ne livrez qu’après le webhook, jamais au retour du client.',
    where: 'Adresse de votre serveur',
    whereIntro:
      'Utilisée pour les transferts et les liens de paiement sans adresse propre. Chaque commande par carte indique la sienne.',
    label: 'Adresse (https)',
    save: 'Enregistrer',
    saved: 'Adresse enregistrée.',
    savedWithout:
      'Adresse enregistrée. Les identifiants étaient ceux de l’ancien serveur\u00a0: ils sont supprimés.',
    receiver: 'Utiliser le récepteur de test',
    receiverHint: 'Pas encore de serveur\u202f? Le récepteur de test reçoit les webhooks à sa place\u00a0:',
    events: 'voir les webhooks reçus',
    test: 'Événement de test',
    testIntro: 'Nous envoyons un événement TEST signé à cette adresse et affichons sa réponse.',
    send: 'Envoyer un événement de test',
    delivered: (status: string, ms: string) => `Reçu\u00a0: HTTP ${status} en ${ms}.`,
    refused: (status: string, ms: string) =>
      `Votre serveur a répondu HTTP ${status} en ${ms}. Il doit répondre avec un code 2xx.`,
    failed: (why: string) => `Pas de réponse\u00a0: ${why}.`,
    missing: 'Enregistrez d’abord une adresse.',
    history: 'Envoyés',
    which: 'Filtrer par état',
    all: 'Tous',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'webhook', other: 'webhooks' })}`,
  },
  en: {
    title: 'Webhooks',
    intro:
      'We send every outcome to your server, signed. Ship only after the webhook, never on the customer’s return.',
    where: 'Your server’s address',
    whereIntro:
      'Used for transfers and payment links without their own address. Each card order sets its own.',
    label: 'Address (https)',
    save: 'Save',
    saved: 'Address saved.',
    savedWithout: 'Address saved. The credentials were those of the previous server, and have been removed.',
    receiver: 'Use the test receiver',
    receiverHint: 'No server yet? The test receiver stands in for it:',
    events: 'view received webhooks',
    test: 'Test event',
    testIntro: 'We send a signed TEST event to this address and show its response.',
    send: 'Send test event',
    delivered: (status: string, ms: string) => `Received: HTTP ${status} in ${ms}.`,
    refused: (status: string, ms: string) =>
      `Your server responded HTTP ${status} in ${ms}. It must respond with a 2xx status.`,
    failed: (why: string) => `No response: ${why}.`,
    missing: 'Save an address first.',
    history: 'Sent',
    which: 'Filter by status',
    all: 'All',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'webhook', other: 'webhooks' })}`,
  },
})

export function CallbackPage() {
  const t = texts()
  const callback = useLoad('callback', (signal) => api.get<Callback>('callback', {}, signal))
  const list = useList<Delivery>('callback', { source: 'deliveries' })
  return (
    <Page title={t.title} intro={t.intro}>
      <Await of={callback}>
        {(set) =>
          may('keys') ? (
            <div class="columns">
              <div class="stack">
                <Address set={set} reload={callback.reload} />
                <TestEvent done={list.loaded.reload} />
                <ResendMissed done={list.loaded.reload} />
                <ReceiverCredentials callback={set} done={callback.reload} />
              </div>
              <div class="stack">
                <CertificationCard hasButton />
                <Endpoints />
              </div>
            </div>
          ) : (
            <Card title={t.where}>{set.callback_url ?? '–'}</Card>
          )
        }
      </Await>
      <ConfirmAct />
      <h2>{t.history}</h2>
      <Choices label={t.which} list={list} of={[['', t.all], ...labelsOf('delivery')]} />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Waiting newest={items.map(failingText).find((text) => text !== undefined)} />
            <Deliveries
              deliveries={items}
              of="all"
              isFiltered={(list.filters.status ?? '') !== ''}
              changed={list.loaded.reload}
            />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

/** Why webhooks wait, where the merchant's server does not receive them. @param newest the latest failure listed */
function Waiting({ newest }: { newest: string | undefined }) {
  const overview = useLoad('overview', (signal) => api.get<Overview>('overview', {}, signal))
  const { failing_webhooks: failing = 0, failing_since: since } = overview.data?.waiting ?? {}
  if (failing === 0 || !since) return null
  return (
    <Notice tone="bad" title={overviewTexts().failingWebhooks(failing, formatTime(since, 'list'))}>
      {newest && <p>{newest}</p>}
    </Notice>
  )
}

function Address({ set, reload }: { set: Callback; reload: () => void }) {
  const t = texts()
  const { callback_url: url } = set
  const save = async (callback_url: string | null) => {
    const { credentials } = await confirmedCall<Callback>('PUT', 'callback', { callback_url })
    toast(set.credentials && !credentials ? t.savedWithout : t.saved)
    reload()
  }
  const receiver = useTestReceiver()
  return (
    <Card title={t.where}>
      <p class="soft">{t.whereIntro}</p>
      <Form
        key={url ?? ''}
        action={t.save}
        submit={({ callback_url = '' }) => save(callback_url === '' ? null : callback_url)}
      >
        <Field
          name="callback_url"
          type="url"
          inputMode="url"
          label={t.label}
          value={url ?? ''}
          placeholder="https://"
        />
      </Form>
      {receiver !== undefined && url !== receiver && (
        <Form action={t.receiver} appearance="plain" submit={() => save(receiver)}>
          <p class="small-print">
            {t.receiverHint} <a href="/portal/events">{t.events}</a>.
          </p>
        </Form>
      )}
    </Card>
  )
}

type TestResult = {
  delivered: boolean
  http_status: number | null
  duration_ms: number
  error: string | null
}

function TestEvent({ done }: { done: () => void }) {
  const t = texts()
  const [result, setResult] = useState<TestResult>()
  const send = async () => {
    setResult(undefined)
    setResult(await api.post<TestResult>('callback/test'))
    done()
  }
  return (
    <Card title={t.test}>
      <p class="soft">{t.testIntro}</p>
      <Form action={t.send} appearance="plain" known={{ 'RMT-409': t.missing }} submit={send}>
        {result && <Notice tone={result.delivered ? 'good' : 'bad'}>{resultText(result)}</Notice>}
      </Form>
    </Card>
  )
}

function resultText({ delivered, http_status, duration_ms, error }: TestResult): string {
  const t = texts()
  if (http_status === null) return t.failed(reason('attempt', error ?? ''))
  const [status, ms] = [String(http_status), formatMilliseconds(duration_ms)]
  return delivered ? t.delivered(status, ms) : t.refused(status, ms)
}
