// Under which names a transfer states its receiver.

/** The parts of a name that are given, as one text. */
export const joinedBySpaces = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

/** The fields of a transfer that name its receiver. */
export type StatedNames = { name: string; firstName: string; middleName: string; lastName: string }

/**
 * Every name a transfer states for its receiver, the expected name first: the separate fields may give another name, or
 * the rest of the expected one, so the names are also screened as one.
 */
export function statedNames({ name, firstName, middleName, lastName }: StatedNames): string[] {
  const stated = joinedBySpaces(firstName, middleName, lastName)
  return [...new Set([name, stated, joinedName(name, stated)])].filter((each) => each !== '')
}

/** The words of both names, those they share once: the same as one of them where that has all words of the other. */
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
