// The CSV export of balance transactions: its columns and totals.
import { allMovements, type MovementRow, renderMovement } from '../../balances/movements.ts'
import { type Currency, formatMoney, money } from '../../kernel/money.ts'
import type { Session } from '../../merchants/sign-in/bearer.ts'
import type { Sql } from '../../platform/database/database.ts'
import {
  addTo,
  type DayOf,
  dayIn,
  onlyCurrency,
  openTotals,
  type Sheet,
  type Sums,
  sumsText,
} from './export.ts'

/** Exports all movements that match a query, newest first. @throws InvalidBody */
export function balanceFile({ db }: { db: Sql }, session: Session, query: unknown, zone: string) {
  return { pieces: allMovements(db, session, query), sheet: balanceSheet(dayIn(zone)) }
}

const columns = [
  'created_at',
  'id',
  'type',
  'amount',
  'fee',
  'net',
  'currency',
  'available_on',
  'source',
  'merchant_reference',
  'description',
  'day',
]

function balanceSheet(dayOf: DayOf): Sheet<MovementRow> {
  const totals = openTotals(3)
  return {
    columns,
    line(row) {
      const item = renderMovement(row)
      const [amounts, fees, nets] = totals.of(item.type) as [Sums, Sums, Sums]
      addTo(amounts, row.currency, row.amount_minor)
      addTo(fees, row.currency, row.fee_minor)
      addTo(nets, row.currency, row.net_minor)
      const { created_at, id, type, amount, fee, net, currency, available_on, source } = item
      const { merchant_reference: reference, description } = row
      return [
        ...[created_at, id, type, amount, fee, net, currency, available_on, source],
        ...[reference, description, dayOf(row.created_at)],
      ]
    },
    totals() {
      const text = (sums: Sums) =>
        sumsText(sums, (minor, currency) => formatMoney(money(minor, currency as Currency)))
      return totals.lines(({ rows, status: type, sums }) => {
        const [amounts, fees, nets] = sums as [Sums, Sums, Sums]
        return [
          'TOTAL',
          String(rows),
          type,
          text(amounts),
          text(fees),
          text(nets),
          onlyCurrency(amounts),
          '',
          '',
          '',
          '',
          '',
        ]
      })
    },
  }
}
