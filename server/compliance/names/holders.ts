// The persons that one text names: a wallet may belong to a couple, and a business is named after its owner `and sons`.
import { isTitle } from './parts.ts'
import { isGivenName } from './tables/given-names.ts'

/** Between two names. A comma separates the parts of one name. */
const separators = /[/&;+|]|(?<![\p{L}\p{N}])(?:et|and|ou|or|und)(?![\p{L}\p{N}])/iu
const conjunctions = /&|(?<![\p{L}\p{N}])(?:et|and|ou|or|und)(?![\p{L}\p{N}])/iu
/** `et fils`, `& Co`: what follows belongs to the name of a business and is no second person. */
const joined = /([&+]|(?:^|[^\p{L}\p{N}])(?:et|and))\s*(?:les\s+)?([\p{L}\p{N}]+)\.?/giu
const business =
  /^(?:fils|filles?|fr[eè]res?|s[oœ]e?urs?|sons?|daughters?|brothers?|bros|sisters?|enfants?|children|family|famille|co|cie|compagnie|company|associ[eé]s?|associates?|partners?|partenaires?)$/iu
/** In care of somebody else, who is not the owner. */
const careOf =
  /(^|[^\p{L}\p{N}])(?:c\s*\/\s*o|care of|aux bons soins de|chez|p\s*\/\s*c)(?:$|[^\p{L}\p{N}])/iu

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter(Boolean)
const plain = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const withoutBusiness = (name: string) =>
  name.replace(joined, (text, _and, word: string) => (business.test(word) ? ' ' : text))

/**
 * The persons that a text names, at least one. `Jean et Marie Mukendi` is two of one family; `Mukendi / Jean` and `Kabongo et Fils` are
 * one.
 */
export function holdersOf(name: string): string[] {
  const care = careOf.exec(name)
  const own = name.slice(0, care ? care.index + care[1]!.length : undefined).trim() || name
  // guard: business-names
  const parts = withoutBusiness(own)
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => wordsOf(part).some((word) => !isTitle(plain(word))))
  if (parts.length < 2) return [parts[0] ?? own]
  const areWords = parts.every((part) => wordsOf(part).length === 1)
  if (areWords && !conjunctions.test(withoutBusiness(own))) return [parts.join(' ')]
  const [last = ''] = parts.slice(-1)
  const family = wordsOf(last)
    .filter((word) => !isGivenName(plain(word)) && !isTitle(plain(word)))
    .join(' ')
  return parts.map((part) => {
    const words = wordsOf(part).filter((word) => !isTitle(plain(word)))
    const isGiven = words.every((word) => isGivenName(plain(word)))
    return isGiven && part !== last && family !== '' ? `${part} ${family}` : part
  })
}

/** A text that is equal for two spellings of one name: without case, accents, punctuation and conjunctions. */
export function plainText(name: string): string {
  const words =
    plain(name)
      .replace(/\p{Cf}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => word !== 'et' && word !== 'and').join(' ')
}
