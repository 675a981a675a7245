import { formatNumber } from '../language/language.ts'

/**
 * An amount as the service writes it, a text of two decimals or a number, in the reader's notation: "1 025,50 USD".
 * A dash where it is not known yet.
 */
export function formatMoney(amount: string | number | null, currency: string | null): string {
  if (amount === null || currency === null) return '–'
  return `${twoDecimals(amount)}\u00a0${currency}`
}

/** "3.50" as "3,50". */
export function twoDecimals(number: string | number): string {
  // Intl reads the digits of a text themselves, so that no float comes between.
  return formatNumber(number as number, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}

/** A change of a balance: "+10.00 USD", with a minus as long as the plus. */
export function formatChange(amount: string | number, currency: string): string {
  const plain = String(amount)
  const isLess = plain.startsWith('-')
  return `${isLess ? '−' : '+'}${formatMoney(isLess ? plain.slice(1) : plain, currency)}`
}

/** The same where it is the number that counts: the currency is written small, and may come under it. */
export function Amount({ of: amount, currency }: { of: string | number | null; currency: string | null }) {
  const [digits = '', code] = formatMoney(amount, currency).split(/\u00a0(?=[A-Z]{3}$)/)
  return (
    <span class={digits.length > 12 ? 'amount long' : 'amount'}>
      <span class="nowrap">{digits}</span>
      {code && (
        <>
          {' '}
          <small>{code}</small>
        </>
      )}
    </span>
  )
}

/** A rate as the service writes it, "3.50", as "3,50 %". */
export function formatRate(rate: string): string {
  return `${twoDecimals(rate)}\u00a0%`
}

/** 0.982 as "98,2 %". */
export function formatShare(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })
}
