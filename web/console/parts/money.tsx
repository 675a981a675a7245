import { formatChange, formatMoney } from '../../ui/display/amount.tsx'

/** In the reader's notation; the service's own is one look away. @param signed where it is a change, "+10.00 USD" */
export function Money({
  amount,
  currency,
  signed = false,
}: {
  amount: string | number
  currency: string
  signed?: boolean
}) {
  return (
    <data value={String(amount)}>
      {signed ? formatChange(amount, currency) : formatMoney(amount, currency)}
    </data>
  )
}
