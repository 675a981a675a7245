// Further webhook endpoints: addresses that get copies of events, each with a secret of its own, which is shown once.
import { useState } from 'preact/hooks'
import { webhookTexts } from '../../ui/deliveries/texts.ts'
import { Card, Code, Facts } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { WebhookEndpoint, WebhookEndpoints } from '../api-types.ts'
import { confirmedCall } from '../step-up/step-up.tsx'

const texts = catalogue({
  fr: {
    title: 'Autres adresses',
    intro:
      'La comptabilité ou le stock peuvent recevoir une copie des événements. Chaque adresse a son secret, ses envois et ses tentatives.',
    address: 'Adresse à ajouter (https)',
    description: 'Utilisation',
    events: 'Événements copiés',
    add: 'Ajouter l’adresse',
    choose: 'Vérifiez l’adresse, et choisissez au moins un événement.',
    full: 'Vous avez atteint le nombre maximal d’adresses.',
    off: 'Désactivée',
    enable: 'Activer',
    disable: 'Désactiver',
    disabling: 'Désactivée, elle ne reçoit plus rien, et ce qui est en attente est abandonné.',
    enabling: 'Elle recevra les événements à venir.',
    renewing: 'Si le secret est perdu ou divulgué. L’ancien ne signe plus.',
    renew: 'Remplacer le secret',
    remove: 'Supprimer',
    renewed: 'Dès maintenant, les webhooks sont signés avec le nouveau secret.',
    removing: (url: string) =>
      `Plus rien n’est envoyé à ${url}, et ce qui est en attente est abandonné. Son secret ne sert plus.`,
    edit: 'Modifier',
    removed: 'Adresse supprimée.',
    changed: 'Adresse modifiée.',
    secret: 'Secret de l’adresse',
    onceTitle: 'Affiché une seule fois',
    once: 'Copiez-le maintenant dans la configuration de votre serveur.',
    stored: 'J’ai enregistré le secret, fermer',
  },
  en: {
    title: 'Further addresses',
    intro:
      'Accounting or stock can get a copy of events. Each address has its own secret, deliveries and retries.',
    address: 'Address to add (https)',
    description: 'Purpose',
    events: 'Copied events',
    add: 'Add address',
    choose: 'Check the address, and choose at least one event.',
    full: 'You have reached the maximum number of addresses.',
    off: 'Disabled',
    enable: 'Enable',
    disable: 'Disable',
    disabling: 'While disabled it gets nothing, and what waits for it is abandoned.',
    enabling: 'It will get the events to come.',
    renewing: 'If the secret is lost or exposed. The old one no longer signs.',
    renew: 'Replace secret',
    remove: 'Delete',
    renewed: 'Webhooks are signed with the new secret from now on.',
    removing: (url: string) =>
      `Nothing more is sent to ${url}, and what waits for it is abandoned. Its secret is no longer used.`,
    edit: 'Edit',
    removed: 'Address deleted.',
    changed: 'Address changed.',
    secret: 'Secret of the address',
    onceTitle: 'Shown only once',
    once: 'Copy it into your server’s configuration now.',
    stored: 'I’ve stored it, close',
  },
})

const eventNames = [
  ...(['PAYMENT', 'REFUND', 'VOID', 'PAYMENT_CANCELLATION', 'REMITTANCE', 'PAYOUT'] as const),
  ...(['DISPUTE', 'COLLECTION_RETURNED', 'BATCH'] as const),
]
const pathOf = ({ id }: WebhookEndpoint) => `webhook-endpoints/${id}`

export function Endpoints() {
  const t = texts()
  const loaded = useLoad('endpoints', (signal) => api.get<WebhookEndpoints>('webhook-endpoints', {}, signal))
  const [secret, setSecret] = useState<string>()
  const show = (made: string) => {
    setSecret(made)
    loaded.reload()
  }
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      <Await of={loaded}>
        {({ items, maximum }) => (
          <>
            <ul class="rows">
              {items.map((endpoint) => (
                <Endpoint key={endpoint.id} endpoint={endpoint} show={show} reload={loaded.reload} />
              ))}
            </ul>
            {items.length < maximum ? <NewEndpoint key={items.length} show={show} /> : <p>{t.full}</p>}
          </>
        )}
      </Await>
      {secret !== undefined && (
        <Dialog title={t.secret} close={() => setSecret(undefined)} locked>
          <Notice title={t.onceTitle}>{t.once}</Notice>
          <Facts facts={[[t.secret, <Code key="secret">{secret}</Code>, secret]]} />
          <Button appearance="main" onClick={() => setSecret(undefined)}>
            {t.stored}
          </Button>
        </Dialog>
      )}
    </Card>
  )
}

function NewEndpoint({ show }: { show: (secret: string) => void }) {
  const t = texts()
  const names: Readonly<Record<string, string>> = webhookTexts().events
  return (
    <Form
      action={t.add}
      known={{ 'RMT-409': t.full, 'RMT-1005': t.choose }}
      submit={async (values) => {
        const events = eventNames.filter((name) => values[name] === 'on')
        const body = { url: values.url, description: values.description, events }
        const { secret } = await confirmedCall<{ secret: string }>('POST', 'webhook-endpoints', body)
        show(secret)
      }}
    >
      <Field name="url" type="url" inputMode="url" label={t.address} placeholder="https://" required />
      <Field name="description" label={t.description} maxLength={200} />
      <fieldset class="checks">
        <legend>{t.events}</legend>
        {eventNames.map((name) => (
          <label class="check" key={name}>
            <input type="checkbox" name={name} defaultChecked={name === 'PAYMENT'} />
            <span>{names[name]}</span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}

type OneEndpoint = { endpoint: WebhookEndpoint; show: (secret: string) => void; reload: () => void }

function Endpoint({ endpoint, show, reload }: OneEndpoint) {
  const t = texts()
  const [isOpen, setOpen] = useState(false)
  const { url, description, enabled } = endpoint
  const names: Readonly<Record<string, string>> = webhookTexts().events
  const close = () => setOpen(false)
  return (
    <li>
      <div>
        <h3>{description === '' ? new URL(url).host : description}</h3>
        <p class="small-print">{url}</p>
        <p class="small-print">{endpoint.events.map((name) => names[name]).join(', ')}</p>
        {!enabled && <p class="small-print">{t.off}</p>}
      </div>
      <Button small onClick={() => setOpen(true)} aria-label={uiTexts().labelled(t.edit, url)}>
        {t.edit}
      </Button>
      {isOpen && (
        <Dialog title={url} close={close}>
          <Actions {...{ endpoint, close, show, reload }} />
        </Dialog>
      )}
    </li>
  )
}

/** What can be done with an endpoint. */
function Actions({ endpoint, close, show, reload }: OneEndpoint & { close: () => void }) {
  const t = texts()
  const { url, enabled } = endpoint
  const done = (text: string) => {
    toast(text)
    close()
    reload()
  }
  const change = async () => {
    await confirmedCall('PUT', pathOf(endpoint), { enabled: !enabled })
    done(t.changed)
  }
  const renew = async () => {
    const { secret } = await confirmedCall<{ secret: string }>('POST', `${pathOf(endpoint)}/secret`)
    done(t.renewed)
    show(secret)
  }
  const remove = async () => {
    await confirmedCall('DELETE', pathOf(endpoint))
    done(t.removed)
  }
  return (
    <div class="stack">
      <Form action={enabled ? t.disable : t.enable} appearance="plain" submit={change}>
        <p>{enabled ? t.disabling : t.enabling}</p>
      </Form>
      <Form action={t.renew} appearance="plain" submit={renew}>
        <p>{t.renewing}</p>
      </Form>
      <Form action={t.remove} appearance="danger" submit={remove}>
        <p>{t.removing(url)}</p>
      </Form>
    </div>
  )
}
