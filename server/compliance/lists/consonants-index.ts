// Finds listed names by their consonants, for names that are written in Hebrew, Greek, katakana or Hangul.
import {
  consonantsOf,
  consonantsOfForeign,
  haveSameConsonants,
  inSyllables,
} from '../names/reading/consonants.ts'
import type { Word } from '../names/words.ts'
import { append } from './word-index.ts'

/** Two consonants are those of too many words to look for. */
const fewestToFind = 3

type Named = { words: readonly Word[] }

/** Reads the consonants of all names when the first name in such an alphabet is looked for, which is seldom. */
export function openConsonants<Name extends Named>(names: readonly Name[]): (name: string) => Name[] {
  const known = new Map<string, string[]>()
  const readingsOf = (text: string): string[] => {
    const readings = known.get(text) ?? consonantsOf(text)
    known.set(text, readings)
    return readings
  }
  const byConsonants = new Map<string, Name[]>()
  for (const name of names)
    for (const { text, kind } of name.words)
      if (kind !== 'particle')
        for (const reading of readingsOf(text)) append(byConsonants, inSyllables(reading), name)
  return (name) => {
    const { words, areSyllables } = consonantsOfForeign(name) ?? { words: [], areSyllables: false }
    const asWritten = areSyllables ? inSyllables : (consonants: string) => consonants
    const near = new Set(
      words
        .filter((word) => word.length >= fewestToFind)
        .flatMap((word) => byConsonants.get(inSyllables(word)) ?? []),
    )
    return [...near].filter((listed) =>
      haveSameConsonants(
        words,
        listed.words
          .filter(({ kind }) => kind !== 'particle')
          .map(({ text }) => readingsOf(text).map(asWritten)),
      ),
    )
  }
}
