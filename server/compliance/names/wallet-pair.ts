// Compares two words in a name check. It is stricter than screening: a payment to the wrong person is lost, while an
// honest sender only has to correct the name.
import { isCommonFamilyName } from './tables/common-names.ts'
import { isMainGivenName, isShortForm, isWholeGivenName } from './tables/given-names.ts'
import { comparePair, type Pair } from './word-pair.ts'
import type { Word } from './words.ts'

/** Like `comparePair`, but rejects similar names of different people: Lukendi and Mukendi, José and Joseph. */
export function compareForWallet(a: Word, b: Word): Pair | undefined {
  const pair = comparePair(a, b)
  if (pair?.how === 'short_form' && areTwoGivenNames(a, b)) return undefined
  // guard: distinct-family-names
  return pair?.how === 'similar' && areTwoFamilies(a, b) ? undefined : pair
}

/**
 * On a wallet, forms of other languages (Ivan for Jean) are different names, unless they sound alike (Mohamed,
 * Muhammad).
 */
function areTwoGivenNames(a: Word, b: Word): boolean {
  if (!isWholeGivenName(a.text) || !isWholeGivenName(b.text)) return false
  if (isShortForm(a.text, b.text) || isShortForm(b.text, a.text)) return false
  if (a.keys.some((key) => b.keys.includes(key))) return false
  if (isMainGivenName(a.text) && isMainGivenName(b.text)) return a.ear !== b.ear
  return !a.bones.some((bones) => b.bones.includes(bones))
}

/** Letters that spell the same sound, so that they do not distinguish Bantu prefixes or stems. */
const oneSound = ['ei', 'ou', 'bv', 'lr', 'sz', 'fv', 'gk', 'iy', 'jy', 'mn', 'fp']
const isOneSound = (a: string, b: string) => oneSound.some((pair) => pair.includes(a) && pair.includes(b))

/** Prefixes that turn a stem into another name. A nasal before a consonant is only another spelling. */
const prefixes = /^(?:C|k|l|b|t|r|Ci|ki|ka|ku|lu|lo|tu|bu|ba|ma)$/

/**
 * Whether two words are different family names: Ilunga and Tshilunga, or a common family name and one with another
 * prefix or one other letter. So many such pairs exist that a misspelling is unlikely. Swapped, missing or extra
 * letters remain typing errors.
 */
function areTwoFamilies(a: Word, b: Word): boolean {
  const [shorter, longer] = [a.keys[0]!, b.keys[0]!].sort((x, y) => x.length - y.length) as [string, string]
  const before = longer.slice(0, longer.length - shorter.length)
  if (/^[aeiou]/.test(shorter) && longer.endsWith(shorter) && prefixes.test(before)) return true
  if (!isCommonFamilyName(a.text) && !isCommonFamilyName(b.text)) return false
  if (before !== '') return longer.endsWith(shorter) && prefixes.test(before)
  const differing = [...longer].flatMap((letter, at) =>
    letter === shorter[at] ? [] : [letter + shorter[at]],
  )
  return differing.length === 1 && !isOneSound(differing[0]![0]!, differing[0]![1]!)
}
