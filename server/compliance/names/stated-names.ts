// All the names under which a transfer names its beneficiary.

/** Written in place of a forename or surname by people who have one name. Other signs alone are no name either. */
const isSign = (part: string) => !/[\p{L}\p{N}]/u.test(part)

/** Joins the parts of a name that are not empty and no sign for a missing part, such as `-`; all of them if none is a name. */
export function joinedBySpaces(...parts: string[]): string {
  const given = parts.filter((part) => part !== '')
  // guard: sign-for-missing-name
  const names = given.filter((part) => !isSign(part))
  return (names.length > 0 ? names : given).join(' ')
}

/** The transfer fields that name the beneficiary. */
export type StatedNames = { name: string; firstName: string; middleName: string; lastName: string }

/**
 * Every name a transfer states for its beneficiary, the expected name first. The separate fields may give another name,
 * or the rest of the expected one, so the two are also combined into one.
 */
export function statedNames({ name, firstName, middleName, lastName }: StatedNames): string[] {
  const stated = joinedBySpaces(firstName, middleName, lastName)
  // guard: joined-stated-names
  return [...new Set([name, stated, joinedName(name, stated)])].filter((each) => each !== '')
}

/** Merges two names without repeating shared words. Equals one of them if it already contains the other. */
function joinedName(name: string, other: string): string {
  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')
  const fold = (word: string) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const missingFrom = (words: readonly string[], others: readonly string[]) => {
    const known = new Set(others.map(fold))
    return words.filter((word) => !known.has(fold(word)))
  }
  const [words, others] = [wordsOf(name), wordsOf(other)]
  if (missingFrom(words, others).length === 0) return other
  const more = missingFrom(others, words)
  return more.length === 0 ? name : joinedBySpaces(name, ...more)
}
