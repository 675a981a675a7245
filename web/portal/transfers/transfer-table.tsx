import type { ComponentChildren } from 'preact'
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { TransferBadge } from '../account/status.tsx'
import type { Transfer } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const texts = catalogue({
  fr: {
    caption: 'Transferts',
    reference: 'Référence',
    amount: 'Montant',
    status: 'État',
    receiver: 'Bénéficiaire',
    number: 'Numéro',
    operator: 'Opérateur',
    date: 'Date',
  },
  en: {
    caption: 'Transfers',
    reference: 'Reference',
    amount: 'Amount',
    status: 'Status',
    receiver: 'Beneficiary',
    number: 'Number',
    operator: 'Operator',
    date: 'Date',
  },
})

export function TransferTable({ rows, empty }: { rows: Transfer[]; empty: ComponentChildren }) {
  const t = texts()
  return (
    <Table
      caption={t.caption}
      rows={rows}
      empty={empty}
      keyOf={(row) => row.transaction_id}
      hrefOf={(row) => `/portal/transfers/${encodeURIComponent(row.transaction_id)}`}
      columns={[
        { heading: t.reference, cell: (row) => row.reference },
        {
          heading: t.amount,
          numeric: true,
          onCard: 'corner',
          cell: (row) => formatMoney(row.amount, row.currency),
        },
        { heading: t.status, onCard: 'left', cell: (row) => <TransferBadge status={row.status} /> },
        { heading: t.date, onCard: 'right', cell: (row) => <Time at={row.created_at} look="list" /> },
        { heading: t.receiver, onCard: 'left', cell: (row) => row.subscriber_name },
        { heading: t.number, onCard: 'right', cell: (row) => formatPhone(row.customer_number) },
        { heading: t.operator, onCard: 'hidden', cell: (row) => labelOf('operator', row.operator) },
      ]}
    />
  )
}
