// The form that creates a payment link.

import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { CheckoutSettings } from '../../api/schemas.generated.ts'
import { currencies } from '../../ui/display/constants.generated.ts'
import { Field, Select, TextArea } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import { preferences } from '../preferences.ts'
import { useTestReceiver } from '../webhooks/test-receiver.ts'
import { createLink, fieldOfLink } from './create-link.ts'
import { KindFields } from './part-fields.tsx'

export const linkTexts = catalogue({
  fr: {
    back: 'Liens de paiement',
    title: 'Nouveau lien de paiement',
    amount: 'Montant',
    amountFault: 'Saisissez un montant, par exemple 25 ou 25,50.',
    currency: 'Devise',
    more: 'Autres options',
    reference: 'Votre référence',
    referenceHint: 'Un numéro de commande, un nom. Sans référence, nous en créons une.',
    description: 'Ce que vous vendez (facultatif)',
    descriptionHint: 'Votre client le lit sur la page de paiement.',
    customers: 'Qui peut payer',
    one: 'Un seul client',
    several: 'Plusieurs clients',
    lasts: 'Le lien expire dans 7 jours.',
    uses: 'Nombre de paiements autorisés',
    expires: 'Expire le',
    expiresHint: 'À la fin de cette journée.',
    language: 'Langue de la page',
    browser: 'Langue du client',
    methods: 'Moyens de paiement',
    allMethods: 'Tous ceux de la boutique',
    cardOnly: 'Carte bancaire seulement',
    walletOnly: 'Mobile Money seulement',
    callback: 'Adresse de webhook (facultative)',
    callbackHint:
      'Votre serveur est notifié de chaque paiement. Sans adresse, nous utilisons celle de la page Webhooks.',
    submit: 'Créer le lien',
  },
  en: {
    back: 'Payment links',
    title: 'New payment link',
    amount: 'Amount',
    amountFault: 'Enter an amount, for example 25 or 25.50.',
    currency: 'Currency',
    more: 'More options',
    reference: 'Your reference',
    referenceHint: 'An order number or a name. Without one, we make it up.',
    description: 'What you’re selling (optional)',
    descriptionHint: 'Your customer reads it on the payment page.',
    customers: 'Who can pay',
    one: 'One customer',
    several: 'Several customers',
    lasts: 'The link expires in 7 days.',
    uses: 'Number of payments allowed',
    expires: 'Expires on',
    expiresHint: 'At the end of that day.',
    language: 'Page language',
    browser: 'Customer’s language',
    methods: 'Payment methods',
    allMethods: 'All that the shop offers',
    cardOnly: 'Bank card only',
    walletOnly: 'Mobile money only',
    callback: 'Webhook address (optional)',
    callbackHint:
      'Your server is notified of every payment. Without an address, we use the one on the Webhooks page.',
    submit: 'Create link',
  },
})

export function NewLinkPage() {
  const t = linkTexts()
  const { route } = useLocation()
  const callback = useLoad('callback', async (signal) =>
    may('integration') ? await api.get<{ callback_url: string | null }>('callback', {}, signal) : undefined,
  )
  const create = async (values: Values) => {
    const link = await createLink(values, t.amountFault)
    route(`/portal/links/${link.code}`)
  }
  const receiver = useTestReceiver()
  // A shop without a server receives no webhooks.
  const withReceiver = callback.data?.callback_url === null && preferences.value?.sells_by !== 'link'
  return (
    <Page title={t.title} back={{ href: '/portal/links', label: t.back }}>
      <div class="card form-card">
        <Form action={t.submit} submit={create} fieldOf={fieldOfLink}>
          <LinkFields callback={withReceiver ? receiver : undefined} />
        </Form>
      </div>
    </Page>
  )
}

/** The amount and its currency. */
export function AmountFields() {
  const t = linkTexts()
  return (
    <div class="pair amount-pair">
      <Field name="amount" label={t.amount} inputMode="decimal" autocomplete="off" required />
      <Select name="currency" label={t.currency} options={currencies.map((code) => [code, code] as const)} />
    </div>
  )
}

/** At first for several customers this many, which a seller rarely reaches. */
const manyUses = 100

/** Whether one customer can pay or several: the second would otherwise find a link that is used up. */
export function UsesFields() {
  const t = linkTexts()
  const [isForMany, setForMany] = useState(false)
  return (
    <>
      <fieldset class="uses">
        <legend>{t.customers}</legend>
        <div class="choice small">
          {[false, true].map((many) => (
            <button
              key={String(many)}
              type="button"
              aria-pressed={many === isForMany}
              onClick={() => setForMany(many)}
            >
              {many ? t.several : t.one}
            </button>
          ))}
        </div>
        <p class="small-print">{t.lasts}</p>
      </fieldset>
      {isForMany && (
        <Field name="max_uses" type="number" label={t.uses} min={1} max={10000} value={String(manyUses)} />
      )}
    </>
  )
}

/** @param callback the initial webhook address, if any */
function LinkFields({ callback }: { callback: string | undefined }) {
  const t = linkTexts()
  return (
    <>
      <KindFields amount={<AmountFields />} uses={<UsesFields />}>
        <TextArea
          name="description"
          label={t.description}
          hint={t.descriptionHint}
          maxLength={500}
          rows={2}
        />
      </KindFields>
      <details class="more">
        <summary>{t.more}</summary>
        <Field name="merchant_reference" label={t.reference} hint={t.referenceHint} autocomplete="off" />
        <Field name="expires_at" type="date" label={t.expires} hint={t.expiresHint} />
        <Select
          name="locale"
          label={t.language}
          options={[
            ['', t.browser],
            ['fr', 'Français'],
            ['en', 'English'],
          ]}
        />
        <MethodField />
        <Field name="callback_url" type="url" label={t.callback} hint={t.callbackHint} value={callback} />
      </details>
    </>
  )
}

/** Narrows how the link can be paid; only where the shop offers more than one way. */
function MethodField() {
  const t = linkTexts()
  const offered = useLoad('payment methods', async (signal) =>
    may('settings') ? (await api.get<CheckoutSettings['data']>('checkout', {}, signal)).payment_methods : [],
  )
  if ((offered.data ?? []).length < 2) return null
  return (
    <Select
      name="payment_method"
      label={t.methods}
      options={[
        ['', t.allMethods],
        ['card', t.cardOnly],
        ['mobile_money', t.walletOnly],
      ]}
    />
  )
}
