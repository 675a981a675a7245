// Which of the palette's entries fit what was typed.

/** Without accents and case, so that "reglements" finds "Règlements". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Without the ending of a plural, so that "remboursements" finds "remboursement". */
const singular = (word: string) => (word.length > 3 ? word.replace(/[sx]$/, '') : word)

const wordsOf = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Words that say nothing about what is searched for, in French and in English. */
const fillers = new Set([
  'de',
  'du',
  'des',
  'la',
  'le',
  'les',
  'l',
  'd',
  'un',
  'une',
  'mon',
  'ma',
  'mes',
  'the',
  'a',
  'an',
  'my',
  'of',
  'to',
])

/** Whether every typed word begins a word of the text. Small words count only where nothing else was typed. */
export function fits(text: string, typed: string): boolean {
  const words = wordsOf(text)
  const parts = wordsOf(typed)
  const telling = parts.filter((part) => !fillers.has(part))
  return (telling.length > 0 ? telling : parts).every((part) =>
    words.some((word) => word.startsWith(part) || singular(word).startsWith(singular(part))),
  )
}

/** The entries that fit by their label or their other words. */
export const fitting = <Entry extends { label: string; words?: string }>(
  entries: readonly Entry[],
  typed: string,
): Entry[] => entries.filter(({ label, words = '' }) => fits(`${label} ${words}`, typed))
