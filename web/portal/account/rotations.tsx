import { useState } from 'preact/hooks'
import { Card } from '../../ui/display/facts.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { uiTexts } from '../../ui/language/texts.ts'
import { isUnanswered } from '../../ui/service/client.ts'
import { api } from '../access/session.ts'
import { Secrets } from './secrets.tsx'

const texts = catalogue({
  fr: {
    title: 'Secrets',
    intro: 'Un secret n’est montré qu’à sa création. S’il est perdu ou vu par d’autres, créez-en un nouveau.',
    renew: 'Renouveler',
    cancel: 'Ne rien changer',
    yes: 'Oui, renouveler',
    unanswered:
      'La réponse s’est perdue : le renouvellement est peut-être fait, et l’ancien secret remplacé. Vous pouvez renouveler encore sans risque : le nouveau secret remplace tous les précédents.',
    onceTitle: 'Montré cette seule fois',
    once: 'Copiez-le maintenant dans la configuration de votre serveur.',
    stored: 'C’est noté, fermer',
    kinds: {
      'api-keys': {
        name: 'Clé et secret d’API',
        use: 'Signent vos requêtes de paiement par carte.',
        question: 'Renouveler la clé et le secret d’API ?',
        effect:
          'L’ancienne clé cesse de fonctionner aussitôt : vos requêtes de paiement seront refusées jusqu’à ce que votre serveur ait la nouvelle.',
      },
      'callback-secret': {
        name: 'Secret des webhooks',
        use: 'Prouve à votre serveur qu’un webhook vient de nous.',
        question: 'Renouveler le secret des webhooks ?',
        effect:
          'Dès maintenant les webhooks sont signés avec le nouveau secret. Votre serveur refusera les prochains jusqu’à ce qu’il l’ait.',
      },
      secret: {
        name: 'Secret marchand',
        use: 'Ouvre l’API des transferts, avec votre code marchand.',
        question: 'Renouveler le secret marchand ?',
        effect:
          'L’ancien secret cesse de fonctionner aussitôt : vos transferts seront refusés (401) jusqu’à ce que votre serveur ait le nouveau.',
      },
    },
  },
  en: {
    title: 'Secrets',
    intro: 'A secret is shown only when it is made. If it is lost or others have seen it, make a new one.',
    renew: 'Renew',
    cancel: 'Change nothing',
    yes: 'Yes, renew',
    unanswered:
      'The answer was lost: it may have been renewed, and the old secret replaced. Renewing again is safe: the new secret replaces all before it.',
    onceTitle: 'Shown this once',
    once: 'Copy it into the settings of your server now.',
    stored: 'I have stored it, close',
    kinds: {
      'api-keys': {
        name: 'API key and secret',
        use: 'Sign your card payment requests.',
        question: 'Renew the API key and secret?',
        effect:
          'The old key stops working at once: your payment requests are refused until your server has the new one.',
      },
      'callback-secret': {
        name: 'Webhook secret',
        use: 'Proves to your server that a webhook comes from us.',
        question: 'Renew the webhook secret?',
        effect:
          'From now on webhooks are signed with the new secret. Your server will refuse the next ones until it has it.',
      },
      secret: {
        name: 'Merchant secret',
        use: 'Opens the API of transfers, together with your merchant code.',
        question: 'Renew the merchant secret?',
        effect:
          'The old secret stops working at once: your transfers are refused (401) until your server has the new one.',
      },
    },
  },
})

type Kind = 'api-keys' | 'callback-secret' | 'secret'
const kinds: readonly Kind[] = ['api-keys', 'callback-secret', 'secret']

/** @param done is called once the new one was shown */
export function Rotations({ done }: { done: () => void }) {
  const t = texts()
  const [isConfirming, setConfirming] = useState<Kind>()
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      <ul class="rows">
        {kinds.map((kind) => (
          <li key={kind}>
            <div>
              <h3>{t.kinds[kind].name}</h3>
              <p class="small-print">{t.kinds[kind].use}</p>
            </div>
            <Button
              small
              onClick={() => setConfirming(kind)}
              aria-label={`${t.renew}: ${t.kinds[kind].name}`}
            >
              {t.renew}
            </Button>
          </li>
        ))}
      </ul>
      {isConfirming && (
        <Rotation
          kind={isConfirming}
          close={() => {
            setConfirming(undefined)
            done()
          }}
        />
      )}
    </Card>
  )
}

/** Asks, renews, and shows the new secret until its owner has stored it. */
function Rotation({ kind, close }: { kind: Kind; close: () => void }) {
  const t = texts()
  const label = t.kinds[kind]
  const [made, setMade] = useState<Record<string, string>>()
  /** No answer says that nothing was changed. */
  const [inDoubt, setInDoubt] = useState(false)
  if (made) {
    const { merchant_code: _, ...secrets } = made
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
  return (
    <Dialog title={label.question} close={close} key="asking">
      <p>{label.effect}</p>
      <Form
        appearance="danger"
        action={t.yes}
        known={{ unanswered: t.unanswered }}
        submit={async () => {
          const renewed = api.post<Record<string, string>>(kind)
          renewed.catch((error) => isUnanswered(error) && setInDoubt(true))
          setMade(await renewed)
        }}
        more={<Button onClick={close}>{inDoubt ? uiTexts().close : t.cancel}</Button>}
      >
        {null}
      </Form>
    </Dialog>
  )
}
