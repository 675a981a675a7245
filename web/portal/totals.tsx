// What the rows of a list add up to, below its filters. It is read only once somebody opens it.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatInColumn, formatMoney } from '../ui/display/amount.tsx'
import { Facts } from '../ui/display/facts.tsx'
import { type Column, Table } from '../ui/display/table.tsx'
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
    receiver: 'Versé, USD',
    feesInUsd: 'Frais, USD',
    debit: 'Débité, USD',
    noCurrency: 'Devise inconnue',
    block: (currency: string, count: number) => `${currency} (${formatNumber(count)})`,
    inCurrency: (currency: string) => `Totaux par état, ${currency}`,
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
    receiver: 'Paid out, USD',
    feesInUsd: 'Fees, USD',
    debit: 'Debited, USD',
    noCurrency: 'Currency unknown',
    block: (currency: string, count: number) => `${currency} (${formatNumber(count)})`,
    inCurrency: (currency: string) => `Totals by status, ${currency}`,
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

/** A column of amounts in one currency, empty where a row has none. */
type Amounts<Of> = readonly [heading: string, amountOf: (row: Of) => string | null]

type Row = { status: string; currency: string | null; count: number }

/** A block for each currency, of which the first is open: its amounts need no currency of their own, and line up. */
function ByCurrency<Of extends Row>({
  of,
  rows,
  columns,
  above,
}: {
  of: 'payment' | 'transfer'
  rows: readonly Of[]
  columns: readonly Amounts<Of>[]
  /** What stands above the table of a currency. */
  above?: (currency: string | null) => ComponentChildren
}) {
  const t = texts()
  const blocks = [...Map.groupBy(rows, ({ currency }) => currency)]
  if (blocks.length === 0) return <p>{t.none}</p>
  return (
    <div>
      {blocks.map(([currency, members], at) => {
        const name = currency ?? t.noCurrency
        const count = members.reduce((sum, row) => sum + row.count, 0)
        return (
          <details key={name} open={at === 0}>
            <summary>{t.block(name, count)}</summary>
            {above?.(currency)}
            <Table
              caption={t.inCurrency(name)}
              rows={members}
              keyOf={({ status }) => status}
              columns={[
                { heading: t.status, cell: ({ status }) => labelOf(of, status) },
                {
                  heading: t.count,
                  numeric: true,
                  onCard: 'corner',
                  cell: ({ count }) => formatNumber(count),
                },
                ...columns.map(
                  ([heading, amountOf]): Column<Of> => ({
                    heading,
                    numeric: true,
                    cell: (row) => formatInColumn(amountOf(row)),
                  }),
                ),
              ]}
            />
          </details>
        )
      })}
    </div>
  )
}

function OfPayments({ filters }: { filters: Filters }) {
  const t = texts()
  const loaded = useTotals<PaymentTotals>('payment-totals', filters)
  return (
    <Await of={loaded}>
      {({ states, paid, newest_only }) => (
        <>
          <ByCurrency
            of="payment"
            rows={states}
            columns={[
              [t.gross, ({ gross }) => gross],
              [t.fees, ({ fees }) => fees],
              [t.returned, ({ returned }) => returned],
              [t.net, ({ net }) => net],
            ]}
            above={(currency) => <Net of={paid.find((sum) => sum.currency === currency)} />}
          />
          <NewestOnly count={newest_only} />
        </>
      )}
    </Await>
  )
}

/** What is left of the payments in a currency. */
function Net({ of }: { of: PaymentTotals['paid'][number] | undefined }) {
  const t = texts()
  if (!of) return null
  const text = (amount: string | null) => formatMoney(amount, of.currency)
  return (
    <Facts
      facts={[
        [
          t.paid(of.currency),
          <>
            <strong>{text(of.net)}</strong>
            <br />
            <small>{t.sum(text(of.gross), text(of.fees), text(of.returned))}</small>
          </>,
        ],
      ]}
    />
  )
}

function OfTransfers({ filters }: { filters: Filters }) {
  const t = texts()
  const loaded = useTotals<TransferTotals>('transfer-totals', filters)
  return (
    <Await of={loaded}>
      {({ states, delivered, newest_only }) => (
        <>
          {delivered.count > 0 && <Delivered of={delivered} />}
          <ByCurrency
            of="transfer"
            rows={states}
            columns={[
              [t.gross, ({ amount }) => amount],
              [t.receiver, ({ receiver_amount }) => receiver_amount],
              [t.feesInUsd, ({ fees }) => fees],
              [t.debit, ({ total_debit }) => total_debit],
            ]}
          />
          <NewestOnly count={newest_only} />
        </>
      )}
    </Await>
  )
}

/** What the wallet paid for transfers that arrived, in US dollars whatever their currency. */
function Delivered({ of }: { of: TransferTotals['delivered'] }) {
  const t = texts()
  const text = (amount: string) => formatMoney(amount, 'USD')
  return (
    <Facts
      facts={[
        [
          t.delivered,
          <>
            <strong>{text(of.total_debit)}</strong>
            <br />
            <small>{t.debited(text(of.receiver_amount), text(of.fees))}</small>
          </>,
        ],
      ]}
    />
  )
}
