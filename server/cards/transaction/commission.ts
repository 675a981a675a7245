// Splits the amount of a charge between merchant, bank and service. The parts always add up to the amount.
import {
  type Currency,
  formatBasisPoints,
  formatMoney,
  type Money,
  share,
  subtract,
} from '../../kernel/money.ts'

export type Commission<C extends Currency = Currency> = {
  rateBp: number
  commission: Money<C>
  bank: Money<C>
  service: Money<C>
  merchant: Money<C>
}

/** The bank's share is capped at the whole commission; the service keeps the rest. */
export function commissionOn<C extends Currency>(
  amount: Money<C>,
  rates: { commissionRateBp: number; bankRateBp: number },
): Commission<C> {
  const commission = share(amount, rates.commissionRateBp)
  const requested = share(amount, rates.bankRateBp)
  const bank = requested.minor > commission.minor ? commission : requested
  return {
    rateBp: rates.commissionRateBp,
    commission,
    bank,
    service: subtract(commission, bank),
    merchant: subtract(amount, commission),
  }
}

/** Formats the split as the `financial_details` of an order. */
export function financialDetails(parts: Commission) {
  return {
    commission_rate: formatBasisPoints(parts.rateBp),
    commission_amount: formatMoney(parts.commission),
    merchant_amount: formatMoney(parts.merchant),
    bank_commission_amount: formatMoney(parts.bank),
    service_commission_amount: formatMoney(parts.service),
  }
}
