import { countries } from './countries.generated.ts'

const known = new Set<string>(countries)

/** ISO 3166-1 alpha-2, in capitals. */
export function isCountry(code: string): boolean {
  return known.has(code)
}
