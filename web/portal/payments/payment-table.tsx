import type { ComponentChildren } from 'preact'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { PaymentBadge } from '../account/status.tsx'
import type { Payment } from '../api-types.ts'

const texts = catalogue({
  fr: {
    caption: 'Paiements',
    reference: 'Référence',
    amount: 'Montant',
    status: 'État',
    customer: 'Client',
    card: 'Carte',
    date: 'Date',
  },
  en: {
    caption: 'Payments',
    reference: 'Reference',
    amount: 'Amount',
    status: 'Status',
    customer: 'Customer',
    card: 'Card',
    date: 'Date',
  },
})

export function PaymentTable({ rows, empty }: { rows: Payment[]; empty: ComponentChildren }) {
  const t = texts()
  return (
    <Table
      caption={t.caption}
      rows={rows}
      empty={empty}
      keyOf={(row) => row.transaction_uuid}
      hrefOf={(row) => `/portal/payments/${encodeURIComponent(row.transaction_uuid)}`}
      columns={[
        { heading: t.reference, cell: (row) => row.merchant_reference },
        {
          heading: t.amount,
          numeric: true,
          onCard: 'corner',
          cell: (row) => formatMoney(row.amount, row.currency),
        },
        { heading: t.status, onCard: 'left', cell: (row) => <PaymentBadge status={row.status} /> },
        { heading: t.date, onCard: 'right', cell: (row) => <Time at={row.created_at} look="list" /> },
        { heading: t.customer, onCard: 'left', cell: (row) => row.customer_name },
        { heading: t.card, onCard: 'right', cell: cardText },
      ]}
    />
  )
}

/** "Visa •••• 4242"; empty when no card was used. */
export function cardText({ card_type, card_last4 }: Pick<Payment, 'card_type' | 'card_last4'>): string {
  return [card_type, card_last4 && `•••• ${card_last4}`].filter(Boolean).join(' ')
}
