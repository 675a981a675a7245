import { formatMoney } from '../ui/amount.tsx'

/** In the reader's notation; the service's own is one look away. */
export function Money({ amount, currency }: { amount: string | number; currency: string }) {
  return <data value={String(amount)}>{formatMoney(amount, currency)}</data>
}
