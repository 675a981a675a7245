import type { ComponentChildren } from 'preact'
import { formatMoney } from '../../ui/display/amount.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { catalogue } from '../../ui/language/language.ts'
import { OperatorIcon, StatusMark } from '../../ui/rows/icons.tsx'
import { transferMarks } from '../../ui/rows/marks.ts'
import { Lines } from '../../ui/rows/rows.tsx'
import type { Transfer } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const texts = catalogue({
  fr: {
    caption: 'Transferts',
    name: 'Référence',
    amount: 'Montant',
    status: 'État',
    note: 'Bénéficiaire',
    means: 'Opérateur',
    time: 'Heure',
  },
  en: {
    caption: 'Transfers',
    name: 'Reference',
    amount: 'Amount',
    status: 'Status',
    note: 'Beneficiary',
    means: 'Operator',
    time: 'Time',
  },
})

export function TransferTable({ rows, empty }: { rows: readonly Transfer[]; empty: ComponentChildren }) {
  const t = texts()
  return (
    <Lines
      caption={t.caption}
      headings={t}
      empty={empty}
      lines={rows.map((row) => ({
        key: row.transaction_id,
        href: `/portal/transfers/${encodeURIComponent(row.transaction_id)}`,
        at: row.created_at,
        icon: <OperatorIcon of={row.operator} />,
        means: row.customer_number.slice(-4),
        name: row.reference,
        // The line begins with the last digits of the number.
        note: row.subscriber_name || formatPhone(row.customer_number),
        status: <StatusMark mark={transferMarks[row.status]}>{labelOf('transfer', row.status)}</StatusMark>,
        amount: formatMoney(row.amount, row.currency),
      }))}
    />
  )
}
