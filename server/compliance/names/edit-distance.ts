// Letter-by-letter similarity of two texts: Jaro-Winkler and Damerau-Levenshtein.

const prefixWeight = 0.1
const longestPrefix = 4
const boostFrom = 0.7

/** Jaro-Winkler similarity from 0 to 1, 1 for equal texts. A common prefix of up to four letters raises it. */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroOf(a, b)
  if (jaro < boostFrom) return jaro
  let prefix = 0
  while (prefix < longestPrefix && prefix < a.length && a[prefix] === b[prefix]) prefix += 1
  return jaro + prefix * prefixWeight * (1 - jaro)
}

function jaroOf(a: string, b: string): number {
  if (a === b) return 1
  if (a === '' || b === '') return 0
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const takenOfB = new Uint8Array(b.length)
  const matched: number[] = []
  for (let i = 0; i < a.length; i++) {
    for (let j = Math.max(0, i - reach); j < Math.min(b.length, i + reach + 1); j++) {
      if (takenOfB[j] === 1 || a[i] !== b[j]) continue
      takenOfB[j] = 1
      matched.push(i)
      break
    }
  }
  if (matched.length === 0) return 0
  let transposed = 0
  let at = 0
  for (let j = 0; j < b.length; j++) {
    if (takenOfB[j] === 0) continue
    if (a[matched[at]!] !== b[j]) transposed += 1
    at += 1
  }
  const count = matched.length
  return (count / a.length + count / b.length + (count - transposed / 2) / count) / 3
}

/**
 * Damerau-Levenshtein distance in its optimal string alignment form: the number of letters inserted, removed, changed
 * or swapped with their neighbour.
 */
export function damerauLevenshtein(a: string, b: string): number {
  if (a.length > longestText || b.length > longestText) return Math.max(a.length, b.length)
  // A common prefix and suffix do not change the distance, so only the rest is compared.
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1
  let end = 0
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end))
    end += 1
  return distanceOf(a.slice(start, a.length - end), b.slice(start, b.length - end))
}

function distanceOf(a: string, b: string): number {
  if (a.length === 0 || b.length === 0) return Math.max(a.length, b.length)
  let [beforeLast, last, row] = rows
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    const letter = a.charCodeAt(i - 1)
    for (let j = 1; j <= b.length; j++) {
      const other = b.charCodeAt(j - 1)
      let least = last[j - 1]! + (letter === other ? 0 : 1)
      if (last[j]! + 1 < least) least = last[j]! + 1
      if (row[j - 1]! + 1 < least) least = row[j - 1]! + 1
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        least = Math.min(least, beforeLast[j - 2]! + 1)
      row[j] = least
    }
    ;[beforeLast, last, row] = [last, row, beforeLast]
  }
  return last[b.length]!
}

/** Longer than any word; longer texts count as entirely different. The rows are reused by every comparison. */
const longestText = 60
const rows = [0, 1, 2].map(() => new Uint8Array(longestText + 1)) as [Uint8Array, Uint8Array, Uint8Array]

/** Reduces each run of the same letter to one: mukenndi becomes mukendi. */
export function withoutRepeatedLetters(text: string): string {
  let rest = ''
  for (let i = 0; i < text.length; i++) if (text[i] !== text[i - 1]) rest += text[i]
  return rest.length === text.length ? text : rest
}
