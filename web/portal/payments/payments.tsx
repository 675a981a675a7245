import { currencies } from '../../ui/display/constants.generated.ts'
import { PagedList } from '../../ui/display/pager.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import type { Payment } from '../api-types.ts'
import { Filters } from '../filters.tsx'
import { labelsOf } from '../labels.ts'
import { useList } from '../list.ts'
import { NothingHere } from '../nothing-here.tsx'
import { Totals } from '../totals.tsx'
import { Live } from '../updates/chip.tsx'
import { PaymentTable } from './payment-table.tsx'

const texts = catalogue({
  fr: {
    title: 'Paiements',
    hint: 'Référence, nom du client, téléphone, e-mail, montant, carte ou opérateur',
    status: 'État',
    currency: 'Devise',
    method: 'Moyen de paiement',
    methods: { card: 'Carte bancaire', mobile_money: 'Mobile Money' },
    none: 'Aucun paiement pour l’instant',
    noneHint: 'Faites un paiement de test\u00a0: il apparaîtra ici en moins d’une minute.',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'paiement', other: 'paiements' })}`,
  },
  en: {
    title: 'Payments',
    hint: 'Reference, customer’s name, phone, email, amount, card or operator',
    status: 'Status',
    currency: 'Currency',
    method: 'Payment method',
    methods: { card: 'Bank card', mobile_money: 'Mobile money' },
    none: 'No payments yet',
    noneHint: 'Make a test payment: it appears here within a minute.',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'payment', other: 'payments' })}`,
  },
})

const currencyOptions = currencies.map((code) => [code, code] as const)

export function PaymentsPage() {
  const t = texts()
  const list = useList<Payment>('payments')
  // Only merchants with mobile money have payments whose method differs.
  const hasMethods =
    list.filters.payment_method !== undefined ||
    (list.loaded.data?.items.some(({ payment_method }) => payment_method !== undefined) ?? false)
  return (
    <Page title={t.title}>
      <Filters
        list={list}
        file="payments.csv"
        hint={t.hint}
        isSorted
        choices={[
          { name: 'status', label: t.status, options: labelsOf('payment') },
          { name: 'currency', label: t.currency, options: currencyOptions },
          ...(hasMethods
            ? [{ name: 'payment_method', label: t.method, options: Object.entries(t.methods) }]
            : []),
        ]}
      />
      <Totals of="payment" list={list} />
      <Live of="payments" list={list} />
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <PaymentTable rows={items} empty={<NothingHere list={list} none={t.none} hint={t.noneHint} />} />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}
