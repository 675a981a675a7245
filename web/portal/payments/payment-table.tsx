import type { ComponentChildren } from 'preact'
import { formatMoney } from '../../ui/display/amount.tsx'
import { numberEnd } from '../../ui/display/wallet.ts'
import { catalogue } from '../../ui/language/language.ts'
import { ShownMark } from '../../ui/payments/shown-state.tsx'
import { MeansIcon, StatusMark } from '../../ui/rows/icons.tsx'
import { Lines } from '../../ui/rows/rows.tsx'
import { may } from '../access/session.ts'
import type { Payment } from '../api-types.ts'

const texts = catalogue({
  fr: {
    caption: 'Paiements',
    name: 'Référence',
    amount: 'Montant',
    status: 'État',
    note: 'Client',
    means: 'Moyen de paiement',
    time: 'Heure',
    duplicate: 'Doublon possible',
  },
  en: {
    caption: 'Payments',
    name: 'Reference',
    amount: 'Amount',
    status: 'Status',
    note: 'Customer',
    means: 'Payment method',
    time: 'Time',
    duplicate: 'Possible duplicate',
  },
})

export function PaymentTable({ rows, empty }: { rows: readonly Payment[]; empty: ComponentChildren }) {
  const t = texts()
  return (
    <Lines
      caption={t.caption}
      headings={t}
      empty={empty}
      lines={rows.map((row) => ({
        key: row.transaction_uuid,
        href: may('payments') ? `/portal/payments/${encodeURIComponent(row.transaction_uuid)}` : undefined,
        at: row.created_at,
        icon: (row.card_last4 || row.operator) && <MeansIcon of={row} />,
        means: row.card_last4 || numberEnd(row),
        // The reference of a link is often made up; what is sold is what the seller typed.
        name: row.description || row.merchant_reference,
        note: (
          <>
            {row.customer_name}
            {row.description && (
              <span class="wide-only">
                {'\u00a0· '}
                {row.merchant_reference}
              </span>
            )}
          </>
        ),
        status: (
          <>
            <ShownMark payment={row} />
            {row.possible_duplicate && <StatusMark mark="caution">{t.duplicate}</StatusMark>}
          </>
        ),
        amount: formatMoney(row.amount, row.currency),
        struck: row.status === 'REFUNDED' || row.status === 'VOIDED',
      }))}
    />
  )
}
