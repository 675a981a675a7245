// The payments of one link, newest first, each of which leads to its page.
import { PagedList } from '../../ui/display/pager.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import type { Payment, PaymentLink } from '../api-types.ts'
import { useList } from '../list.ts'
import { PaymentTable } from '../payments/payment-table.tsx'
import { useUpdates } from '../updates/updates.ts'

const texts = catalogue({
  fr: {
    title: 'Paiements de ce lien',
    none: 'Aucun paiement sur cette page.',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'paiement', other: 'paiements' })}`,
  },
  en: {
    title: 'Payments by this link',
    none: 'No payments on this page.',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'payment', other: 'payments' })}`,
  },
})

/** Shown once somebody has begun to pay. */
export function LinkPayments({ link: { code } }: { link: PaymentLink }) {
  const t = texts()
  const address = `links/${encodeURIComponent(code)}`
  const list = useList<Payment>(address, { source: `${address}/payments` })
  useUpdates('payments', list.loaded.reload)
  if (list.loaded.data?.pagination.total === 0) return null
  return (
    <section aria-labelledby="link-payments">
      <h2 id="link-payments">{t.title}</h2>
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <PaymentTable rows={items} empty={<p>{t.none}</p>} />
          </PagedList>
        )}
      </Await>
    </section>
  )
}
