// The texts of the search as `npm run build:web` wrote them, for the tests of what is found.
import { globSync, readFileSync } from 'node:fs'
import type { Found, SearchPage } from './find.ts'
import type { SearchLanguage } from './terms.ts'

/** The file that the page of the search reads. */
export function searchTextsIn(language: SearchLanguage): string {
  const [file = ''] = globSync(`web/dist/guides/assets/search-${language}-*.json`)
  return readFileSync(file, 'utf8')
}

export const searchPagesIn = (language: SearchLanguage) => JSON.parse(searchTextsIn(language)) as SearchPage[]

/** The page of a result without folder and language, such as `errors/RMT-2001`; empty for none. */
export const pageOf = (found: Found | undefined) =>
  found?.href.split('#')[0]?.replace(/^\/(guides|docs)\/\w+\//, '') ?? ''
