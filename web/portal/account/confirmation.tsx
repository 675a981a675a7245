// The form that confirms an address by the code that was sent to it. Nothing else is sent there before.
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { refusalText, waitText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Confirmations } from '../api-types.ts'

export const confirmationTexts = catalogue({
  fr: {
    email: 'Confirmez votre adresse e-mail',
    phone: 'Confirmez votre téléphone',
    intro: (address: string) =>
      `Saisissez le code envoyé à ${address}. D’ici là, nous n’y envoyons aucune notification.`,
    code: 'Code à 6 chiffres',
    confirm: 'Confirmer',
    again: 'Envoyer un nouveau code',
    sent: 'Code envoyé.',
    confirmed: 'Adresse confirmée.',
    wrong: 'Code incorrect ou expiré.',
    locked: (wait: string) => `Trop de codes incorrects. Réessayez dans ${wait}.`,
    pause: (wait: string) => `Un code vient d’être envoyé. Vous pourrez en demander un autre dans ${wait}.`,
    taken: 'Un autre compte a déjà confirmé cette adresse.',
  },
  en: {
    email: 'Confirm your email',
    phone: 'Confirm your phone',
    intro: (address: string) =>
      `Enter the code sent to ${address}. Until then, we send no notifications there.`,
    code: '6-digit code',
    confirm: 'Confirm',
    again: 'Send a new code',
    sent: 'Code sent.',
    confirmed: 'Address confirmed.',
    wrong: 'Wrong or expired code.',
    locked: (wait: string) => `Too many wrong codes. Try again in ${wait}.`,
    pause: (wait: string) => `A code was just sent. You can ask for another in ${wait}.`,
    taken: 'Another account has already confirmed this address.',
  },
})

type Kind = 'email' | 'phone'

/** Asks the user to confirm their email, until it is confirmed. */
export function EmailConfirmation() {
  const loaded = useLoad('confirmations', (signal) => api.get<Confirmations>('confirmations', {}, signal))
  const email = loaded.data?.email
  if (!email || email.confirmed) return null
  return <AddressConfirmation kind="email" address={email.address} done={loaded.reload} />
}

export function AddressConfirmation({
  kind,
  address,
  done,
}: {
  kind: Kind
  address: string
  done: () => void
}) {
  const t = confirmationTexts()
  const known = {
    'RMT-1028': t.wrong,
    'RMT-409': t.taken,
    'RMT-429': ({ retryAfterSeconds = 900 }) => t.locked(waitText(retryAfterSeconds)),
  }
  const send = async () => {
    try {
      await api.post('confirmations/send', { kind })
      toast(t.sent)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const pause = { 'RMT-429': ({ retryAfterSeconds = 60 }) => t.pause(waitText(retryAfterSeconds)) }
      toast(refusalText(error, pause), 'bad')
    }
  }
  return (
    <Notice title={t[kind]}>
      <Form
        appearance="plain"
        action={t.confirm}
        known={known}
        more={
          <Button appearance="quiet" onClick={() => void send()}>
            {t.again}
          </Button>
        }
        submit={async ({ code = '' }) => {
          await api.post('confirmations', { kind, code })
          toast(t.confirmed)
          done()
        }}
      >
        <p>{t.intro(address)}</p>
        <Field
          name="code"
          label={t.code}
          inputmode="numeric"
          autocomplete="one-time-code"
          maxLength={20}
          required
        />
      </Form>
    </Notice>
  )
}
