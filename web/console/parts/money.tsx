import { formatChange, formatMoney } from '../../ui/display/amount.tsx'

/**
 * An amount in the reader's notation, with the service's notation in the markup.
 * A dash where a custom checkout has no amount yet.
 * @param signed shows the amount as a change: "+10.00 USD"
 */
export function Money({
  amount,
  currency,
  signed = false,
}: {
  amount: string | number | null
  currency: string | null
  signed?: boolean
}) {
  if (amount === null || currency === null) return formatMoney(null, null)
  return (
    <data value={String(amount)}>
      {signed ? formatChange(amount, currency) : formatMoney(amount, currency)}
    </data>
  )
}
