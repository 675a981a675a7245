// The CSV export of transfers: its query, columns and totals.
import { formatRate } from '../../kernel/rate.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import { readFilter } from '../../platform/http/lists/list-query.ts'
import { formatHundredths } from '../../remittance/transfer/amounts.ts'
import { type ListedTransfer, transferList, transferSummary } from '../../remittance/transfers/list.ts'
import { searchTransfers } from '../../remittance/transfers/search.ts'
import { searched } from '../found-page.ts'
import { type TransferNeeds, transferChoices } from '../transfers/transfers.ts'
import {
  addTo,
  type DayOf,
  dayIn,
  onlyCurrency,
  openTotals,
  type Sheet,
  type Sums,
  sumsText,
  utc,
} from './export.ts'

/** Exports all transfers that match a query, newest first. @throws InvalidBody */
export function transfersFile({ db }: TransferNeeds, session: Session, query: unknown, zone: string) {
  const { q, ...filter } = readFilter(transferChoices, query)
  const pieces =
    q === undefined
      ? transferList.pieces(db, session, filter)
      : searched((how) => searchTransfers(db, session, q, { filter, ...how }))
  return { pieces, sheet: transferSheet(dayIn(zone)) }
}

const columns = [
  'created_at',
  'transaction_id',
  'reference',
  'status',
  'amount',
  'currency',
  'receiver_amount',
  'fee',
  'operator',
  'customer_number',
  'subscriber_name',
  'receiver_currency',
  'rate',
  'day',
]

const hundredths = (minor: bigint | null) => (minor === null ? null : formatHundredths(minor))

function transferSheet(dayOf: DayOf): Sheet<ListedTransfer> {
  const totals = openTotals(3)
  return {
    columns,
    line(transfer) {
      const [amounts, paidOut, fees] = totals.of(transfer.status) as [Sums, Sums, Sums]
      addTo(amounts, transfer.currency, transfer.amount_hundredths)
      addTo(paidOut, 'USD', transfer.receiver_minor)
      addTo(fees, 'USD', transfer.fee_minor)
      const record = transferSummary(transfer)
      return [
        utc(record.created_at),
        record.transaction_id,
        record.reference,
        record.status,
        hundredths(transfer.amount_hundredths),
        record.currency,
        hundredths(transfer.receiver_minor),
        hundredths(transfer.fee_minor),
        record.operator,
        record.customer_number,
        record.subscriber_name,
        'USD',
        transfer.rate_micros === null ? null : formatRate(transfer.rate_micros),
        dayOf(transfer.created_at),
      ]
    },
    totals() {
      const text = (sums: Sums) => sumsText(sums, formatHundredths)
      return totals.lines(({ rows, status, sums }) => {
        const [amounts, paidOut, fees] = sums as [Sums, Sums, Sums]
        return [
          'TOTAL',
          String(rows),
          '',
          status,
          text(amounts),
          onlyCurrency(amounts),
          text(paidOut),
          text(fees),
          '',
          '',
          '',
          'USD',
          '',
          '',
        ]
      })
    },
  }
}
