// Maps the English country names of list files to ISO 3166-1 alpha-2 codes.
import anyAscii from 'any-ascii'
import { countries } from '../../../kernel/codes/countries.generated.ts'

/** Names that differ from those of the Unicode locale data. */
const others: Record<string, string> = {
  'Democratic Republic of the Congo': 'CD',
  Zaire: 'CD',
  'Republic of the Congo': 'CG',
  Congo: 'CG',
  Burma: 'MM',
  'North Korea': 'KP',
  'South Korea': 'KR',
  "Democratic People's Republic of Korea": 'KP',
  'Republic of Korea': 'KR',
  Turkey: 'TR',
  'Cape Verde': 'CV',
  'Cote d Ivoire': 'CI',
  'Ivory Coast': 'CI',
  'Czech Republic': 'CZ',
  Swaziland: 'SZ',
  Macedonia: 'MK',
  'The Gambia': 'GM',
  'The Bahamas': 'BS',
  'Palestinian Authority': 'PS',
  'West Bank': 'PS',
  Gaza: 'PS',
  'Hong Kong': 'HK',
  Macau: 'MO',
  'Russian Federation': 'RU',
  'Syrian Arab Republic': 'SY',
  'Islamic Republic of Iran': 'IR',
  'United States of America': 'US',
  'United Republic of Tanzania': 'TZ',
}

let known: ReadonlyMap<string, string> | undefined

/** Built at the first use, because a process that reads no list should not start later for it. */
function codesByName(): ReadonlyMap<string, string> {
  if (known) return known
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const codes = new Map<string, string>()
  for (const code of countries) codes.set(keyOf(names.of(code) ?? code), code)
  for (const [name, code] of Object.entries(others)) codes.set(keyOf(name), code)
  known = codes
  return codes
}

/** Ignores word order: `Congo, Democratic Republic of the` equals `Democratic Republic of the Congo`. */
function keyOf(name: string): string {
  const words = anyAscii(name)
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
    .split(' ')
  return words.sort().join(' ')
}

/** The code of a country; undefined for an unknown name. */
export function countryNamed(name: string): string | undefined {
  return codesByName().get(keyOf(name))
}

/** The country at the end of a place, as in `Goma, Democratic Republic of the Congo`; undefined if there is none. */
export function countryOfPlace(place: string): string | undefined {
  const parts = place.split(',')
  for (let from = 0; from < parts.length; from++) {
    const country = countryNamed(parts.slice(from).join(','))
    if (country) return country
  }
  return undefined
}
