// The latest payment by a link, as good news for the merchant who waits for it.
import { formatMoney } from '../../ui/display/amount.tsx'
import type { Paged } from '../../ui/display/pager.tsx'
import { Time } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Payment, PaymentLink } from '../api-types.ts'

const texts = catalogue({
  fr: {
    paid: (amount: string, customer: string) =>
      customer ? `Payé · ${amount}, par ${customer}` : `Payé · ${amount}`,
    view: 'Voir le paiement',
    another: 'Nouveau lien',
  },
  en: {
    paid: (amount: string, customer: string) =>
      customer ? `Paid · ${amount}, by ${customer}` : `Paid · ${amount}`,
    view: 'View payment',
    another: 'New link',
  },
})

/** Shown once a link was paid. */
export function LatestPayment({ link }: { link: PaymentLink }) {
  const t = texts()
  const payment = useLatest(link)
  if (!payment) return null
  return (
    <Notice
      tone="good"
      title={t.paid(formatMoney(payment.amount, payment.currency), payment.customer_name ?? '')}
    >
      <p>
        <Time at={payment.finalised_at ?? payment.created_at} look="list" />
      </p>
      <div class="actions">
        <ButtonLink small appearance="main" href={`/portal/payments/${payment.transaction_uuid}`}>
          {t.view}
        </ButtonLink>
        {link.status === 'EXHAUSTED' && (
          <ButtonLink small href="/portal/links/new">
            {t.another}
          </ButtonLink>
        )}
      </div>
    </Notice>
  )
}

/** Loads only after a use. Attempts that failed since may be newer. */
function useLatest({ code, uses }: PaymentLink): Payment | undefined {
  const { data } = useLoad(`payment by ${code} ${uses}`, async (signal) => {
    if (uses === 0) return []
    const address = `links/${encodeURIComponent(code)}/payments`
    return (await api.get<Paged<Payment>>(address, { limit: 100 }, signal)).items
  })
  return data?.find(({ status }) => status === 'SUCCESS')
}
