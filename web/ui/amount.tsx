import { formatNumber } from './language.ts'

/** An amount as the service writes it, a text of two decimals or a number, in the reader's notation: "1 025,50 USD". */
export function formatMoney(amount: string | number, currency: string): string {
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  // Intl reads the digits of a text themselves, so that no float comes between.
  return `${formatNumber(amount as number, options)}\u00a0${currency}`
}

export function Money({ amount, currency }: { amount: string | number; currency: string }) {
  return <data value={String(amount)}>{formatMoney(amount, currency)}</data>
}

/** 0.982 as "98,2 %". */
export function formatShare(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })
}
