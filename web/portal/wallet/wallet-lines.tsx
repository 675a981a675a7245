import { formatChange, formatMoney } from '../../ui/display/amount.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { catalogue } from '../../ui/language/language.ts'
import type { WalletLine } from '../api-types.ts'
import { labelOf } from '../labels.ts'

const texts = catalogue({
  fr: {
    caption: 'Mouvements du portefeuille',
    kind: 'Mouvement',
    amount: 'Montant',
    balance: 'Solde après',
    reference: 'Transfert',
    date: 'Date',
    none: 'Aucun mouvement pour l’instant',
    noneHint:
      'Approvisionnez le portefeuille, puis envoyez un transfert\u00a0: chaque mouvement apparaîtra ici.',
  },
  en: {
    caption: 'Wallet movements',
    kind: 'Movement',
    amount: 'Amount',
    balance: 'Balance after',
    reference: 'Transfer',
    date: 'Date',
    none: 'No movements yet',
    noneHint: 'Top up the wallet, then send a transfer: each movement appears here.',
  },
})

type Line = Pick<WalletLine, 'at' | 'kind' | 'amount' | 'balance_after'> & Partial<WalletLine>

/** @param withTransfers whether each row links to its transfer; off on the page of a transfer */
export function WalletLines({
  lines,
  withTransfers = false,
}: {
  lines: readonly Line[]
  withTransfers?: boolean
}) {
  const t = texts()
  return (
    <Table
      caption={t.caption}
      rows={lines}
      keyOf={({ id, at, kind }) => id ?? `${at} ${kind}`}
      empty={
        <EmptyState title={t.none}>
          <p>{t.noneHint}</p>
        </EmptyState>
      }
      columns={[
        { heading: t.kind, cell: ({ kind }) => labelOf('wallet', kind) },
        {
          heading: t.amount,
          numeric: true,
          onCard: 'corner',
          cell: ({ amount }) => formatChange(amount, 'USD'),
        },
        ...(withTransfers
          ? [{ heading: t.reference, onCard: 'left' as const, cell: (line: Line) => <Transfer of={line} /> }]
          : []),
        { heading: t.date, onCard: 'right', cell: ({ at }) => <Time at={at} look="list" /> },
        { heading: t.balance, numeric: true, cell: (line) => formatMoney(line.balance_after, 'USD') },
      ]}
    />
  )
}

function Transfer({ of: { transaction_id, reference } }: { of: Line }) {
  return !transaction_id ? null : <a href={`/portal/transfers/${transaction_id}`}>{reference}</a>
}
