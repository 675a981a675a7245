// Amounts, rates and percentages in the reader's notation.
import { formatNumber, formatPercent } from '../language/language.ts'

/**
 * An amount in the reader's notation: "1 025,50 USD", "1,025.50 USD". Whole amounts in CDF have no decimals, and a
 * negative one has a true minus sign. A dash stands for an amount that is not known yet.
 * @param amount as the service writes it: a text with two decimals, or a number
 */
export function formatMoney(amount: string | number | null, currency: string | null): string {
  if (amount === null || currency === null) return '–'
  const number = formatNumber(amount as number, {
    ...withTwoDecimals,
    trailingZeroDisplay: currency === 'CDF' ? 'stripIfInteger' : 'auto',
  })
  return `${number.replace('-', '−')}\u00a0${currency}`
}

/** An amount without its currency, where the text beside it has named it. */
export const formatDigits = (amount: string | number, currency: string): string =>
  formatMoney(amount, currency).replace(/\u00a0[A-Z]{3}$/, '')

/** An amount in a column of one currency, always with two decimals, so that they line up; empty where there is none. */
export const formatInColumn = (amount: string | null): string =>
  amount === null ? '' : formatNumber(amount as unknown as number, withTwoDecimals).replace('-', '−')

// Intl formats the digits of a text exactly, without a binary float in between.
const withTwoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const

/** A change of a balance: "+10.00 USD", or "−10.00 USD" with a true minus sign. */
export function formatChange(amount: string | number, currency: string): string {
  const plain = String(amount)
  const isLess = plain.startsWith('-')
  return `${isLess ? '−' : '+'}${formatMoney(isLess ? plain.slice(1) : plain, currency)}`
}

/** An amount as a key figure: the currency is small, and may wrap below the number. */
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

/** A rate as the service writes it, "3.50", as "3,50 %" or "3.50%". */
export function formatRate(rate: string): string {
  return formatPercent(rate as unknown as number, withTwoDecimals)
}

/** 0.982 as "98,2 %" or "98.2%". */
export function formatShare(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 1 })
}
