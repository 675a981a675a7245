// Which unlisted names are debatable. This compares names by their letters alone, deliberately in a different way
// from the matcher, so that it does not share what it is there to measure.
import type { StoredEntry } from '../../../server/compliance/lists/entry.ts'
import { fold } from '../listed-people.ts'

export type Resemblance = {
  /**
   * Whether the name has so much of a listed one that a reviewer may want to see it: two words of an entry,
   * counting initials, or all of an entry's words.
   * @param except the entries that it deliberately resembles.
   */
  isArguable(name: string, except?: (entryId: string) => boolean): boolean
}

export const lettersOf = (name: string): string[] =>
  fold(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)

/** Initials in a name: J. or JB. */
const initialsOf = (name: string): string[] =>
  fold(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length === 1 || /^[b-df-hj-np-tv-xz]{2}$/.test(word))
    .flatMap((word) => [...word])

/** Whether the words differ by one added, dropped or changed letter. */
function isOneApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 5) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  const rest = (word: string, skip: number) => word.slice(start + skip)
  return rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1)
}

export function openResemblance(entries: readonly StoredEntry[]): Resemblance {
  const names = entries.flatMap(({ entryId, name, aliases, weakAliases }) =>
    [name, ...aliases, ...weakAliases].map((each) => ({ entryId, words: lettersOf(each) })),
  )
  const vocabulary = new Set(names.flatMap(({ words }) => words))
  const known = new Map<string, ReadonlySet<string>>()
  const alike = (word: string): ReadonlySet<string> => {
    const found =
      known.get(word) ?? new Set([...vocabulary].filter((each) => each === word || isOneApart(each, word)))
    known.set(word, found)
    return found
  }
  return {
    isArguable(name, except) {
      const own = lettersOf(name).map(alike)
      const initials = initialsOf(name)
      return names.some(({ entryId, words }) => {
        if (except?.(entryId)) return false
        const shared = words.filter(
          (word) => own.some((set) => set.has(word)) || initials.includes(word.charAt(0)),
        ).length
        return shared >= 2 || (shared === words.length && words.length > 0)
      })
    },
  }
}
