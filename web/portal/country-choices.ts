import { countryName, locale } from '../ui/language/language.ts'
import { countries } from './countries.generated.ts'

/** All countries for a select, sorted by name in the reader's language. */
export function countryChoices(): [code: string, name: string][] {
  const { compare } = new Intl.Collator(locale())
  return countries
    .map((code): [string, string] => [code, countryName(code)])
    .sort(([, a], [, b]) => compare(a, b))
}
