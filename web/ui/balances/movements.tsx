// The movements of a balance: what was paid or taken back, its fee, and what was left.
import type { ComponentChildren } from 'preact'
import type { BalanceTransaction } from '../../api/schemas.generated.ts'
import { formatChange, formatMoney } from '../display/amount.tsx'
import { Table } from '../display/table.tsx'
import { formatTime, Time } from '../display/time.tsx'
import { balanceTexts } from './texts.ts'

export function Movements({
  rows,
  linkOf,
  empty,
}: {
  rows: readonly BalanceTransaction[]
  /** The address of the page of a payment. */
  linkOf: (transactionUuid: string) => string
  empty: ComponentChildren
}) {
  const t = balanceTexts()
  return (
    <Table
      caption={t.movements}
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      columns={[
        { heading: t.type, cell: ({ type }) => t.types[type] },
        {
          heading: t.net,
          numeric: true,
          onCard: 'corner',
          cell: ({ net, currency }) => <strong>{formatChange(net, currency)}</strong>,
        },
        { heading: t.amount, numeric: true, cell: ({ amount, currency }) => plain(amount, currency) },
        {
          heading: t.fee,
          numeric: true,
          cell: ({ fee, currency }) => (fee === '0.00' ? '–' : plain(fee, currency)),
        },
        {
          heading: t.payment,
          onCard: 'below',
          cell: ({ source }) => source && <a href={linkOf(source)}>{source}</a>,
        },
        { heading: t.availableOn, cell: ({ available_on }) => formatTime(available_on, 'shortDay') },
        { heading: t.date, onCard: 'right', cell: ({ created_at }) => <Time at={created_at} look="list" /> },
      ]}
    />
  )
}

/** Without a plus sign, and with a true minus sign. */
function plain(amount: string, currency: string): string {
  return amount.startsWith('-') ? formatChange(amount, currency) : formatMoney(amount, currency)
}
