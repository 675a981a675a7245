// What somebody meant to type whose keyboard was set to another layout: Dkflbvbh is Владимир on a Russian keyboard.

const qwerty = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const layouts = {
  Cyrillic: 'йцукенгшщзхъфывапролджэячсмитьбю',
  Greek: ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,.",
  Hebrew: "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ",
  Arabic: 'ضصثقفغعهخحجدشسيبلاتنمكطئءؤرﻻىةوز',
} as const

const tableOf = (from: string, to: string) => {
  const [keys, letters] = [[...from], [...to]]
  return new Map(keys.map((key, at) => [key, letters[at] ?? key]))
}
const toQwerty = Object.values(layouts).map((layout) => tableOf(layout, qwerty))
const toCyrillic = tableOf(qwerty, layouts.Cyrillic)
const azerty = tableOf('qwazm;', 'azqw;m')

const retyped = (text: string, keys: ReadonlyMap<string, string>) =>
  [...text.toLowerCase()].map((letter) => keys.get(letter) ?? letter).join('')

const isLatin = /^[a-z;'[\],. -]+$/i
const isOther = /^[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hebrew}\p{sc=Arabic}\p{P}\p{S} ]+$/u
const vowels = /[aeiouy]/gi
/** Signs and letters that no name has in Latin letters, and a Russian name has on a Latin keyboard. */
const oddLatin = /[[\];]|yy|[^aeiouy ]q|[bcdfghjklmnpqrstvwxz]{5}/i
/** On a French keyboard, a is typed where a Latin one has q, so such a text has q and no a. */
const isTypedInFrench = (text: string) => text.includes(';') || (!/a/i.test(text) && /q([^u]|$)/i.test(text))
/** Names have more vowels than this; only text of another layout has fewer. */
const fewestVowels = 0.22
const shortest = 5

/** What the name is if another keyboard layout was set; empty for a name that needs no such explanation. */
export function typedOtherwise(name: string): string[] {
  if (name.length < shortest || name.length > 100) return []
  if (isOther.test(name)) {
    return toQwerty
      .map((keys) => retyped(name, keys))
      .filter((text) => /^[a-z .'-]+$/.test(text) && hasVowels(text))
  }
  if (!isLatin.test(name)) return []
  const letters = name.replace(/[^a-z]/gi, '')
  const isOdd = !hasVowels(letters) || oddLatin.test(name)
  // guard: french-keyboard
  const swapped = isTypedInFrench(name) ? [retyped(name, azerty)] : []
  return isOdd ? [retyped(name, toCyrillic), ...swapped] : swapped
}

const hasVowels = (text: string) =>
  (text.match(vowels)?.length ?? 0) >= fewestVowels * text.replace(/[^a-z]/gi, '').length
