// Medians over rounds with their least and greatest values, and how they are written.
export type Figure = { median: number; least: number; most: number }

export function figure(values: readonly number[]): Figure {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return { median, least: sorted[0]!, most: sorted.at(-1)! }
}

export function quantile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/** What the system does not tell is not a number. */
export const number = (value: number, digits: number) =>
  Number.isNaN(value)
    ? 'not measured'
    : value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** `13,712 [12,900-14,050]`; only the median where there was one round. */
export function spread({ median, least, most }: Figure, digits: number): string {
  const text = number(median, digits)
  return least === most || Number.isNaN(median)
    ? text
    : `${text} [${number(least, digits)}-${number(most, digits)}]`
}
