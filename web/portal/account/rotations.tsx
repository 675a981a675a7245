// Renews the merchant's secrets, each after a confirmation, and shows the new one once.
import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { isUnanswered } from '../../ui/service/client.ts'
import { api, hasSecondFactor, may, session } from '../access/session.ts'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { type KeyScope, offeredScopes, ScopeChoice } from './key-scopes.tsx'
import { Secrets } from './secrets.tsx'

const texts = catalogue({
  fr: {
    title: 'Secrets',
    intro: 'Un secret n’est affiché qu’à sa création. S’il est perdu ou divulgué, remplacez-le.',
    renew: 'Remplacer',
    cancel: 'Garder le secret actuel',
    yes: 'Oui, remplacer',
    unanswered:
      'Nous n’avons pas reçu de réponse\u00a0: l’ancien secret est peut-être déjà remplacé. Vous pouvez le remplacer à nouveau sans risque\u00a0: le nouveau secret remplace tous les précédents.',
    onceTitle: 'Affiché une seule fois',
    once: 'Copiez-le maintenant dans la configuration de votre serveur.',
    stored: 'J’ai enregistré le secret, fermer',
    scopeMissing: 'Choisissez au moins un droit.',
    overlap: 'Signer aussi avec l’ancien secret',
    overlaps: { 0: 'Non', 24: 'Pendant 24\u00a0heures', 72: 'Pendant 72\u00a0heures' },
    kinds: {
      'api-keys': {
        name: 'Clé et secret d’API',
        use: 'Signent vos requêtes de paiement par carte.',
        question: 'Remplacer la clé et le secret d’API\u202f?',
        effect:
          'L’ancienne clé cesse immédiatement de fonctionner\u00a0: vos requêtes de paiement seront refusées jusqu’à ce que votre serveur utilise la nouvelle.',
      },
      'callback-secret': {
        name: 'Secret des webhooks',
        use: 'Prouve à votre serveur qu’un webhook vient de nous.',
        question: 'Remplacer le secret des webhooks\u202f?',
        effect:
          'Les webhooks seront immédiatement signés avec le nouveau secret, et avec l’ancien pendant la durée choisie. Si l’ancien est divulgué, n’en gardez pas.',
      },
      secret: {
        name: 'Secret marchand',
        use: 'Authentifie vos requêtes de transfert, avec votre code marchand.',
        question: 'Remplacer le secret marchand\u202f?',
        effect:
          'L’ancien secret cesse immédiatement de fonctionner\u00a0: vos transferts seront refusés (401) jusqu’à ce que votre serveur utilise le nouveau.',
      },
    },
  },
  en: {
    title: 'Secrets',
    intro: 'A secret is shown only when it’s created. If it’s lost or exposed, replace it.',
    renew: 'Replace',
    cancel: 'Keep current secret',
    yes: 'Yes, replace',
    unanswered:
      'We received no response: the old secret may already be replaced. You can safely replace it again: the new secret replaces all earlier ones.',
    onceTitle: 'Shown only once',
    once: 'Copy it into your server’s configuration now.',
    stored: 'I’ve stored it, close',
    scopeMissing: 'Choose at least one.',
    overlap: 'Also sign with the old secret',
    overlaps: { 0: 'No', 24: 'For 24 hours', 72: 'For 72 hours' },
    kinds: {
      'api-keys': {
        name: 'API key and secret',
        use: 'Sign your card payment requests.',
        question: 'Replace the API key and secret?',
        effect:
          'The old key stops working immediately: your payment requests are refused until your server uses the new one.',
      },
      'callback-secret': {
        name: 'Webhook secret',
        use: 'Proves to your server that a webhook comes from us.',
        question: 'Replace the webhook secret?',
        effect:
          'Webhooks are signed with the new secret immediately, and with the old one as long as you choose. If the old one is exposed, don’t keep it.',
      },
      secret: {
        name: 'Merchant secret',
        use: 'Authenticates your transfer requests, together with your merchant code.',
        question: 'Replace the merchant secret?',
        effect:
          'The old secret stops working immediately: your transfers are refused (401) until your server uses the new one.',
      },
    },
  },
})

type Made = Record<string, string | string[]>
type Kind = 'api-keys' | 'callback-secret' | 'secret'
const kinds: readonly Kind[] = ['api-keys', 'callback-secret', 'secret']
/** The merchant secret moves the money of the wallet. */
const offeredKinds = () => kinds.filter((kind) => kind !== 'secret' || may('money_keys'))

/** @param scopes what the current key may be used for. @param done called when the dialog closes, after a new secret was shown or the renewal was cancelled */
export function Rotations({ scopes, done }: { scopes: readonly KeyScope[] | null; done: () => void }) {
  const t = texts()
  const [isConfirming, setConfirming] = useState<Kind>()
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      <ul class="rows">
        {offeredKinds().map((kind) => (
          <li key={kind}>
            <div>
              <h3>{t.kinds[kind].name}</h3>
              <p class="small-print">{t.kinds[kind].use}</p>
            </div>
            <Button
              small
              onClick={() => setConfirming(kind)}
              aria-label={uiTexts().labelled(t.renew, t.kinds[kind].name)}
            >
              {t.renew}
            </Button>
          </li>
        ))}
      </ul>
      {isConfirming && (
        <Rotation
          kind={isConfirming}
          scopes={scopes}
          close={() => {
            setConfirming(undefined)
            done()
          }}
        />
      )}
    </Card>
  )
}

/** Asks for confirmation, renews the secret, and shows the new one until the merchant confirms having stored it. */
function Rotation({
  kind,
  scopes,
  close,
}: {
  kind: Kind
  scopes: readonly KeyScope[] | null
  close: () => void
}) {
  const t = texts()
  const label = t.kinds[kind]
  const [made, setMade] = useState<Made>()
  /** The response was lost, so the secret may or may not have been renewed. */
  const [inDoubt, setInDoubt] = useState(false)
  if (made) {
    const { merchant_code: _, scopes: __, ...secrets } = made
    return (
      <Dialog title={label.name} close={close} locked key="made">
        <Notice title={t.onceTitle}>{t.once}</Notice>
        <Secrets values={secrets} />
        <Button appearance="main" onClick={close}>
          {t.stored}
        </Button>
      </Dialog>
    )
  }
  const asking = (call: ProvenCall) => (
    <>
      <p>{label.effect}</p>
      <Form
        appearance="danger"
        action={t.yes}
        known={{ unanswered: t.unanswered, 'RMT-1005': t.scopeMissing }}
        submit={async (values) => {
          const chosen = offeredScopes().filter((scope) => values[scope] === 'on')
          const renewed = call<Made>('POST', kind, bodyOf(kind, chosen, values.overlap_hours))
          renewed.catch((error) => isUnanswered(error) && setInDoubt(true))
          setMade(await renewed)
        }}
        more={<Button onClick={close}>{inDoubt ? uiTexts().close : t.cancel}</Button>}
      >
        {kind === 'api-keys' && <ScopeChoice current={scopes} />}
        {kind === 'callback-secret' && <OverlapChoice />}
      </Form>
    </>
  )
  const plainCall: ProvenCall = (method, path, body) => api.call(method, path, { body })
  const needsProof = hasSecondFactor.value || session.value?.environment === 'production'
  return (
    <Dialog title={label.question} close={close} key="asking">
      {needsProof ? <StepUp>{asking}</StepUp> : asking(plainCall)}
    </Dialog>
  )
}

function bodyOf(kind: Kind, scopes: readonly KeyScope[], hours: unknown): object | undefined {
  if (kind === 'api-keys') return { scopes }
  return kind === 'callback-secret' ? { overlap_hours: Number(hours) } : undefined
}

/** Asks how long the old webhook secret signs, too. */
function OverlapChoice() {
  const { overlap, overlaps } = texts()
  const options = ([0, 24, 72] as const).map((hours) => [String(hours), overlaps[hours]] as const)
  return <Select name="overlap_hours" label={overlap} value="0" options={options} />
}
