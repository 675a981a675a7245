// Makes a test payment: creates an order, opens its checkout page and follows the payment.

import { useState } from 'preact/hooks'
import { formatMoney } from '../../ui/display/amount.tsx'
import { currencies } from '../../ui/display/constants.generated.ts'
import { Card } from '../../ui/display/facts.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Faults, Form, type Values } from '../../ui/forms/form.tsx'
import { amountOf } from '../../ui/forms/typed-amount.ts'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { ShownBadge } from '../../ui/payments/shown-state.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { PaymentDetail } from '../api-types.ts'

const texts = catalogue({
  fr: {
    title: 'Paiement de test',
    intro: 'Nous créons une commande et ouvrons la page de paiement telle que votre client la verrait.',
    amount: 'Montant',
    amountFault: 'Saisissez un montant, par exemple 25 ou 25,50.',
    currency: 'Devise',
    submit: 'Faire un paiement de test',
    open: 'Ouvrir la page de paiement',
    opened:
      'La page de paiement est ouverte dans un autre onglet. Payez avec une carte de test, puis revenez ici.',
    webhook: 'Webhook reçu',
    noWebhook: 'Envoi du webhook…',
    history: 'Voir le paiement',
    events: 'Voir le webhook',
  },
  en: {
    title: 'Test payment',
    intro: 'We create an order and open the payment page as your customer would see it.',
    amount: 'Amount',
    amountFault: 'Enter an amount, for example 25 or 25.50.',
    currency: 'Currency',
    submit: 'Make a test payment',
    open: 'Open payment page',
    opened: 'The payment page is open in another tab. Pay with a test card, then come back here.',
    webhook: 'Webhook delivered',
    noWebhook: 'Sending the webhook…',
    history: 'View payment',
    events: 'View webhook',
  },
})

const pollMs = 1_500

type Order = { transaction_uuid: string; checkout_link: string }

export function TryPayment() {
  const t = texts()
  const [order, setOrder] = useState<Order>()
  const create = async ({ amount = '', currency = 'USD' }: Values) => {
    const wanted = amountOf(amount)
    if (wanted === undefined) throw new Faults({ amount: t.amountFault })
    // The tab is opened during the click itself: opened later, the browser would block it as a pop-up.
    const tab = window.open('', '_blank')
    try {
      const made = await api.post<Order>('sandbox/order', { amount: wanted, currency })
      if (tab) tab.location.href = made.checkout_link
      setOrder(made)
    } catch (error) {
      tab?.close()
      throw error
    }
  }
  return (
    <Card title={t.title}>
      <p class="soft">{t.intro}</p>
      <Form action={t.submit} submit={create}>
        <div class="pair">
          <Field name="amount" label={t.amount} inputMode="decimal" autocomplete="off" value="25" />
          <Select
            name="currency"
            label={t.currency}
            options={currencies.map((code) => [code, code] as const)}
          />
        </div>
      </Form>
      {order && <Watched key={order.transaction_uuid} order={order} />}
    </Card>
  )
}

/** Follows the payment until its webhook is delivered. */
function Watched({ order }: { order: Order }) {
  const t = texts()
  const id = order.transaction_uuid
  const detail = useLoad(
    `try ${id}`,
    (signal) => api.get<PaymentDetail>(`payments/${encodeURIComponent(id)}`, {}, signal),
    { everyMs: pollMs, until: isThrough },
  )
  return (
    <div class="watched" aria-live="polite">
      <Await of={detail}>
        {(payment) => (
          <>
            <p class="line">
              <strong>{formatMoney(payment.amount, payment.currency)}</strong>
              <ShownBadge payment={payment} />
            </p>
            {payment.status === 'PENDING' ? (
              <>
                <Notice>{t.opened}</Notice>
                <ButtonLink href={order.checkout_link} target="_blank" rel="noopener">
                  {t.open}
                </ButtonLink>
              </>
            ) : (
              <>
                <p>{isThrough(payment) ? `✓ ${t.webhook}` : t.noWebhook}</p>
                <div class="actions">
                  <ButtonLink appearance="main" small href={`/portal/payments/${id}`}>
                    {t.history}
                  </ButtonLink>
                  <ButtonLink small href="/portal/events">
                    {t.events}
                  </ButtonLink>
                </div>
              </>
            )}
          </>
        )}
      </Await>
    </div>
  )
}

function isThrough({ status, deliveries }: PaymentDetail): boolean {
  return status !== 'PENDING' && deliveries.length > 0 && deliveries.every((one) => one.status !== 'PENDING')
}
