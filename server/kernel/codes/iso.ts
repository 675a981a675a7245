// Look-ups of ISO 3166-1 country codes.
import { alpha3Pairs } from './alpha3.generated.ts'
import { countries } from './countries.generated.ts'

const known = new Set<string>(countries)

/** @param code ISO 3166-1 alpha-2, in upper case. */
export function isCountry(code: string): boolean {
  return known.has(code)
}

const alpha3 = new Map(alpha3Pairs.map((pair) => pair.split(' ') as [string, string]))

/** Returns the ISO 3166-1 alpha-3 code of an alpha-2 code in upper case; undefined if there is no such country. */
export function alpha3Of(code: string): string | undefined {
  return alpha3.get(code)
}
