// What the merchant is reported by email, and in which language.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import { ConfirmAct, confirmedCall } from '../step-up/step-up.tsx'
import { AddressConfirmation } from './confirmation.tsx'

type Notifications = schemas.Notifications['data']
type Alert = keyof Notifications['alerts']

export const notificationTexts = catalogue({
  fr: {
    title: 'Notifications',
    intro: 'Nous vous écrivons à l’adresse de votre compte.',
    language: 'Langue des messages',
    alerts: {
      payout_failed: 'Un versement échoue ou est renvoyé',
      dispute_opened: 'Un paiement est contesté, ou le délai de réponse expire bientôt',
      webhook_endpoint_failing: 'Votre serveur ne reçoit plus nos webhooks',
    },
    phone: 'Téléphone',
    phoneHint:
      'Au format international, par exemple +243 99 123 45 67. Laissez vide pour ne recevoir que des e-mails.',
    channels: { sms: 'M’alerter aussi par SMS', whatsapp: 'M’alerter aussi sur WhatsApp' },
    lowBalance: 'M’alerter si le solde du portefeuille est inférieur à (USD)',
    lowBalanceHint: 'Laissez vide pour ne pas être alerté.',
    receipts:
      'Envoyer par e-mail à mes clients un reçu de chaque paiement, et les rappels d’échéance qu’ils demandent',
    always: 'Chaque utilisateur est toujours prévenu d’une connexion à son compte depuis un nouvel appareil.',
    inbox: 'Voir les messages de test ↗',
    save: 'Enregistrer',
    saved: 'Notifications enregistrées.',
  },
  en: {
    title: 'Notifications',
    intro: 'We write to the email address of your account.',
    language: 'Language of messages',
    alerts: {
      payout_failed: 'A payout fails or is returned',
      dispute_opened: 'A payment is disputed, or the time to respond is nearly over',
      webhook_endpoint_failing: 'Your server isn’t receiving our webhooks',
    },
    phone: 'Phone',
    phoneHint: 'In international form, such as +243 99 123 45 67. Leave it empty to get emails only.',
    channels: { sms: 'Also alert me by SMS', whatsapp: 'Also alert me on WhatsApp' },
    lowBalance: 'Alert me when the wallet is below (USD)',
    lowBalanceHint: 'Leave it empty for no alert.',
    receipts:
      'Email my customers a receipt of each payment, and the reminders of due dates that they ask for',
    always: 'Users are always notified of a sign-in to their own account from a new device.',
    inbox: 'View test messages ↗',
    save: 'Save',
    saved: 'Notifications saved.',
  },
})

const channels = ['sms', 'whatsapp'] as const
const languages: [string, string][] = [
  ['fr', 'Français'],
  ['en', 'English'],
]

export function NotificationsCard() {
  const t = notificationTexts()
  const loaded = useLoad('notifications', (signal) => api.get<Notifications>('notifications', {}, signal))
  return (
    <Card id="notifications" title={t.title}>
      <ConfirmAct />
      <Await of={loaded}>{(found) => <NotificationsForm saved={found} />}</Await>
    </Card>
  )
}

function NotificationsForm({ saved }: { saved: Notifications }) {
  const t = notificationTexts()
  // A new key shows the saved choices again.
  const [{ round, current }, setCurrent] = useState({ round: 0, current: saved })
  const alerts = Object.keys(current.alerts) as Alert[]
  return (
    <>
      {current.phone && !current.phone_confirmed && (
        <AddressConfirmation
          kind="phone"
          address={current.phone}
          done={() => setCurrent({ round, current: { ...current, phone_confirmed: true } })}
        />
      )}
      <Form
        key={round}
        class="form-card"
        appearance="plain"
        action={t.save}
        submit={async (values) => {
          const changed = await confirmedCall<Notifications>('PUT', 'notifications', bodyOf(values, alerts))
          setCurrent({ round: round + 1, current: changed })
          toast(t.saved)
        }}
      >
        <p class="soft">{t.intro}</p>
        {alerts.map((alert) => (
          <Switch key={alert} name={alert} isOn={current.alerts[alert]} label={t.alerts[alert]} />
        ))}
        <p class="soft">{t.always}</p>
        <Field
          name="phone"
          label={t.phone}
          hint={t.phoneHint}
          type="tel"
          value={current.phone ?? ''}
          required={false}
        />
        {channels.map((channel) => (
          <Switch
            key={channel}
            name={channel}
            isOn={current.channels.includes(channel)}
            label={t.channels[channel]}
          />
        ))}
        <Field
          name="low_balance"
          label={t.lowBalance}
          hint={t.lowBalanceHint}
          inputmode="decimal"
          value={current.low_balance ?? ''}
        />
        <Switch name="payer_receipts" isOn={current.payer_receipts} label={t.receipts} />
        <Select name="language" label={t.language} options={languages} value={current.language} />
        {current.test_inbox && <InboxLink href={current.test_inbox} />}
      </Form>
    </>
  )
}

function InboxLink({ href }: { href: string }) {
  return (
    <p>
      <a href={href} target="_blank" rel="noopener">
        {notificationTexts().inbox}
      </a>
    </p>
  )
}

/** What the form says, as the API takes it. */
function bodyOf(values: Record<string, string>, alerts: readonly Alert[]) {
  const { language, payer_receipts, phone, low_balance } = values
  return {
    language,
    alerts: Object.fromEntries(alerts.map((alert) => [alert, values[alert] === 'on'])),
    payer_receipts: payer_receipts === 'on',
    phone: phone || null,
    low_balance: low_balance || null,
    channels: channels.filter((channel) => values[channel] === 'on'),
  }
}

function Switch({ name, isOn, label }: { name: string; isOn: boolean; label: string }) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={isOn} />
      <span>{label}</span>
    </label>
  )
}
