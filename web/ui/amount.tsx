import { formatNumber } from './language.ts'

/**
 * An amount as the service writes it, a text of two decimals or a number, in the reader's notation: "1 025,50 USD".
 * A dash where it is not known yet.
 */
export function formatMoney(amount: string | number | null, currency: string | null): string {
  if (amount === null || currency === null) return '–'
  const options = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  // Intl reads the digits of a text themselves, so that no float comes between.
  return `${formatNumber(amount as number, options)}\u00a0${currency}`
}

/** The same where it is the number that counts: the currency is written small, and may come under it. */
export function Amount({ of: amount, currency }: { of: string | number | null; currency: string | null }) {
  const [digits = '', code] = formatMoney(amount, currency).split(/\u00a0(?=[A-Z]{3}$)/)
  return (
    <span class="amount">
      {digits}
      {code && (
        <>
          {' '}
          <small>{code}</small>
        </>
      )}
    </span>
  )
}

/** 0.982 as "98,2 %". */
export function formatShare(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })
}
