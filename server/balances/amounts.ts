// Amounts of statements and invoices as clients read them.
import { type Currency, formatMoney, money } from '../kernel/money.ts'

/** "12.50" */
export function amountOf(minor: bigint, currency: Currency): string {
  return formatMoney(money(minor, currency))
}
