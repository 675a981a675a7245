// What the signed-in user sold today: the first page of cashiers, who see no other payments.
import { Amount } from '../../ui/display/amount.tsx'
import { Figure, Figures } from '../../ui/display/facts.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { OwnSales } from '../api-types.ts'
import { PaymentTable } from '../payments/payment-table.tsx'
import { tillTexts } from './texts.ts'

const texts = catalogue({
  fr: {
    title: 'Ma journée',
    sold: 'Encaissé aujourd’hui',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'paiement', other: 'paiements' })}`,
    none: 'Aucune vente aujourd’hui.',
  },
  en: {
    title: 'My day',
    sold: 'Collected today',
    count: (count: number) =>
      `${formatNumber(count)} ${plural(count, { one: 'payment', other: 'payments' })}`,
    none: 'No sales today.',
  },
})

const pollMs = 30_000

export function DayPage() {
  const t = texts()
  const day = useLoad('own sales', (signal) => api.get<OwnSales>('till/day', {}, signal), { everyMs: pollMs })
  return (
    <Page
      title={t.title}
      side={
        <ButtonLink small appearance="main" href="/portal/till">
          {tillTexts().title}
        </ButtonLink>
      }
    >
      <Await of={day}>
        {({ totals, items }) => (
          <>
            {totals.length > 0 && (
              <Figures>
                {totals.map(({ currency, count, amount }) => (
                  <Figure
                    key={currency}
                    name={t.sold}
                    value={<Amount of={amount} currency={currency} />}
                    note={t.count(count)}
                  />
                ))}
              </Figures>
            )}
            <PaymentTable rows={items} empty={<p>{t.none}</p>} />
          </>
        )}
      </Await>
    </Page>
  )
}
