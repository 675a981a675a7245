// What the rows of a list add up to, below its filters. It is read only once somebody opens it.
import { useState } from 'preact/hooks'
import { formatMoney } from '../ui/display/amount.tsx'
import { Facts } from '../ui/display/facts.tsx'
import { Table } from '../ui/display/table.tsx'
import { Button } from '../ui/forms/button.tsx'
import { catalogue, formatNumber } from '../ui/language/language.ts'
import { Await } from '../ui/service/await.tsx'
import { queryText } from '../ui/service/client.ts'
import { useLoad } from '../ui/service/load.ts'
import { api } from './access/session.ts'
import type { PaymentTotals, TransferTotals } from './api-types.ts'
import { labelOf } from './labels.ts'
import { inShopDays, type List } from './list.ts'

const texts = catalogue({
  fr: {
    show: 'Afficher les totaux',
    hide: 'Masquer les totaux',
    caption: 'Totaux par état',
    none: 'Rien à additionner',
    status: 'État',
    count: 'Nombre',
    gross: 'Montant',
    fees: 'Frais',
    returned: 'Rendu',
    net: 'Net',
    paid: (currency: string) => `Net des paiements reçus, ${currency}`,
    sum: (gross: string, fees: string, returned: string) =>
      `${gross} encaissés, moins ${fees} de frais et ${returned} rendus (remboursements, annulations, litiges)`,
    receiver: 'Versé',
    debit: 'Débité',
    delivered: 'Débité pour les transferts arrivés',
    debited: (receiver: string, fees: string) => `${receiver} versés et ${fees} de frais`,
    newestOnly: (count: number) =>
      `Totaux des ${formatNumber(count)} lignes les plus récentes. Choisissez une période plus courte pour tout compter.`,
  },
  en: {
    show: 'Show totals',
    hide: 'Hide totals',
    caption: 'Totals by status',
    none: 'Nothing to add up',
    status: 'Status',
    count: 'Number',
    gross: 'Amount',
    fees: 'Fees',
    returned: 'Returned',
    net: 'Net',
    paid: (currency: string) => `Net of payments received, ${currency}`,
    sum: (gross: string, fees: string, returned: string) =>
      `${gross} collected, less ${fees} in fees and ${returned} returned (refunds, voids, disputes)`,
    receiver: 'Paid out',
    debit: 'Debited',
    delivered: 'Debited for delivered transfers',
    debited: (receiver: string, fees: string) => `${receiver} paid out and ${fees} in fees`,
    newestOnly: (count: number) =>
      `Totals of the newest ${formatNumber(count)} rows. Choose a shorter period to count everything.`,
  },
})

/** What the reader asked for is kept while they look at other filters. */
export function Totals<Item>({ of, list }: { of: 'payment' | 'transfer'; list: List<Item> }) {
  const t = texts()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen && (list.loaded.data?.pagination.total ?? 0) === 0) return null
  return (
    <div class="stack">
      <div>
        <Button
          small
          appearance="quiet"
          aria-expanded={isOpen}
          aria-controls={isOpen ? 'totals' : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.hide : t.show}
        </Button>
      </div>
      {isOpen && (
        <section id="totals" class="card stack" aria-label={t.caption}>
          {of === 'payment' ? <OfPayments filters={list.filters} /> : <OfTransfers filters={list.filters} />}
        </section>
      )}
    </div>
  )
}

type Filters = Readonly<Record<string, string>>

function useTotals<Found>(name: string, { sort: _, ...filters }: Filters) {
  const sent = inShopDays(filters)
  return useLoad(`${name}${queryText(sent)}`, (signal) => api.get<Found>(name, sent, signal))
}

function NewestOnly({ count }: { count: number | null }) {
  return count === null ? null : <p class="soft">{texts().newestOnly(count)}</p>
}

function OfPayments({ filters }: { filters: Filters }) {
  const t = texts()
  const loaded = useTotals<PaymentTotals>('payment-totals', filters)
  return (
    <Await of={loaded}>
      {({ states, paid, newest_only }) => (
        <>
          {paid.length > 0 && (
            <Facts
              facts={paid.map(({ currency, gross, fees, returned, net }) => {
                const [grossText, feesText, returnedText] = [gross, fees, returned].map((amount) =>
                  formatMoney(amount, currency),
                ) as [string, string, string]
                return [
                  t.paid(currency),
                  <>
                    <strong>{formatMoney(net, currency)}</strong>
                    <br />
                    <small>{t.sum(grossText, feesText, returnedText)}</small>
                  </>,
                ] as const
              })}
            />
          )}
          <Table
            caption={t.caption}
            rows={states}
            keyOf={({ status, currency }) => `${status} ${currency}`}
            empty={<p>{t.none}</p>}
            columns={[
              { heading: t.status, cell: ({ status }) => labelOf('payment', status) },
              { heading: t.count, numeric: true, cell: ({ count }) => formatNumber(count) },
              { heading: t.gross, numeric: true, cell: (row) => formatMoney(row.gross, row.currency) },
              { heading: t.fees, numeric: true, cell: (row) => formatMoney(row.fees, row.currency) },
              { heading: t.returned, numeric: true, cell: (row) => formatMoney(row.returned, row.currency) },
              { heading: t.net, numeric: true, cell: (row) => formatMoney(row.net, row.currency) },
            ]}
          />
          <NewestOnly count={newest_only} />
        </>
      )}
    </Await>
  )
}

function OfTransfers({ filters }: { filters: Filters }) {
  const t = texts()
  const loaded = useTotals<TransferTotals>('transfer-totals', filters)
  return (
    <Await of={loaded}>
      {({ states, delivered, newest_only }) => (
        <>
          {delivered.count > 0 && (
            <Facts
              facts={[
                [
                  t.delivered,
                  <>
                    <strong>{formatMoney(delivered.total_debit, 'USD')}</strong>
                    <br />
                    <small>
                      {t.debited(
                        formatMoney(delivered.receiver_amount, 'USD'),
                        formatMoney(delivered.fees, 'USD'),
                      )}
                    </small>
                  </>,
                ],
              ]}
            />
          )}
          <Table
            caption={t.caption}
            rows={states}
            keyOf={({ status, currency }) => `${status} ${currency}`}
            empty={<p>{t.none}</p>}
            columns={[
              { heading: t.status, cell: ({ status }) => labelOf('transfer', status) },
              { heading: t.count, numeric: true, cell: ({ count }) => formatNumber(count) },
              { heading: t.gross, numeric: true, cell: (row) => formatMoney(row.amount, row.currency) },
              { heading: t.receiver, numeric: true, cell: (row) => formatMoney(row.receiver_amount, 'USD') },
              { heading: t.fees, numeric: true, cell: (row) => formatMoney(row.fees, 'USD') },
              { heading: t.debit, numeric: true, cell: (row) => formatMoney(row.total_debit, 'USD') },
            ]}
          />
          <NewestOnly count={newest_only} />
        </>
      )}
    </Await>
  )
}
