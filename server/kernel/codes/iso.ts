import { alpha3Pairs } from './alpha3.generated.ts'
import { countries } from './countries.generated.ts'

const known = new Set<string>(countries)

/** ISO 3166-1 alpha-2, in capitals. */
export function isCountry(code: string): boolean {
  return known.has(code)
}

const alpha3 = new Map(alpha3Pairs.map((pair) => pair.split(' ') as [string, string]))

/** ISO 3166-1 alpha-3 of an alpha-2 code in capitals; undefined when there is no such country. */
export function alpha3Of(code: string): string | undefined {
  return alpha3.get(code)
}
