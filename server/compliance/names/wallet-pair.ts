// Whether two words can be the same part of a name in a name check: stricter than screening, since a payment to somebody of
// another name is lost, and an honest sender only has to write the name again.
import { isCommonFamilyName } from './tables/common-names.ts'
import { isMainGivenName, isShortForm, isWholeGivenName } from './tables/given-names.ts'
import { comparePair, type Pair } from './word-pair.ts'
import type { Word } from './words.ts'

/** As comparePair, but for two names that are two people's: Lukendi and Mukendi, José and Joseph. */
export function compareForWallet(a: Word, b: Word): Pair | undefined {
  const pair = comparePair(a, b)
  if (pair?.how === 'short_form' && areTwoGivenNames(a, b)) return undefined
  return pair?.how === 'similar' && areTwoFamilies(a, b) ? undefined : pair
}

/** Forms of other languages (Ivan for Jean) are other names on a wallet, unless they sound alike (Mohamed, Muhammad). */
function areTwoGivenNames(a: Word, b: Word): boolean {
  if (!isWholeGivenName(a.text) || !isWholeGivenName(b.text)) return false
  if (isShortForm(a.text, b.text) || isShortForm(b.text, a.text)) return false
  if (a.keys.some((key) => b.keys.includes(key))) return false
  if (isMainGivenName(a.text) && isMainGivenName(b.text)) return a.ear !== b.ear
  return !a.bones.some((bones) => b.bones.includes(bones))
}

/** One sound in different spellings: not what tells two Bantu prefixes or stems apart. */
const oneSound = ['ei', 'ou', 'bv', 'lr', 'sz', 'fv', 'gk', 'iy', 'jy', 'mn', 'fp']
const isOneSound = (a: string, b: string) => oneSound.some((pair) => pair.includes(a) && pair.includes(b))

/** Prefixes that make another name of a stem; a nasal before a consonant is only another spelling. */
const prefixes = /^(?:C|k|l|b|t|r|Ci|ki|ka|ku|lu|lo|tu|bu|ba|ma)$/

/**
 * Ilunga beside Tshilunga, and a common family name beside one with another prefix, or with another letter in the place of
 * one of its own: there are too many such names for the one to be the other misspelt. Letters swapped, left out or put in are slips.
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
