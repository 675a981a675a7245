import { formatChange, formatMoney } from '../../ui/display/amount.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { catalogue } from '../../ui/language/language.ts'
import type { WalletLine } from '../api-types.ts'
import { lineLabel } from './line-labels.ts'

const texts = catalogue({
  fr: {
    caption: 'Mouvements du portefeuille',
    kind: 'Mouvement',
    amount: 'Montant',
    balance: 'Solde après',
    date: 'Date',
  },
  en: {
    caption: 'Wallet movements',
    kind: 'Movement',
    amount: 'Amount',
    balance: 'Balance after',
    date: 'Date',
  },
})

type Line = Pick<WalletLine, 'at' | 'kind' | 'amount' | 'balance_after'> & Partial<WalletLine>

/** The single movements of one transfer. */
export function WalletLines({ lines }: { lines: readonly Line[] }) {
  const t = texts()
  return (
    <Table
      caption={t.caption}
      rows={lines}
      keyOf={({ id, at, kind }) => id ?? `${at} ${kind}`}
      columns={[
        { heading: t.kind, cell: ({ kind }) => lineLabel(kind) },
        {
          heading: t.amount,
          numeric: true,
          onCard: 'corner',
          cell: ({ amount }) => formatChange(amount, 'USD'),
        },
        { heading: t.date, onCard: 'right', cell: ({ at }) => <Time at={at} look="list" /> },
        { heading: t.balance, numeric: true, cell: (line) => formatMoney(line.balance_after, 'USD') },
      ]}
    />
  )
}
