/**
 * What a person typed, "25,50", "1 025.50" or "−3", as a number for JSON; undefined where it is no amount of at most two
 * decimals, or nothing.
 */
export function amountOf(typed: string): number | undefined {
  const plain = typed
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(',', '.')
    .replace('\u2212', '-')
  return /^[+-]?\d{1,10}(\.\d{1,2})?$/.test(plain) && Number(plain) !== 0 ? Number(plain) : undefined
}
