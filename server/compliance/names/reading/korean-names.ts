// Search keys for Korean names. Romanisation systems differ so much that only a coarse key matches them all.
import { withoutRepeatedLetters } from '../repeated-letters.ts'

/** Spellings of the same family name; the first of each group stands for all. */
const families = new Map(
  `kim gim ghim; ri lee yi rhee li ree; pak park bak bahk; choe choi choy; chong jung jeong chung jong; kang gang kahng; cho jo joe;
   yun yoon youn; chang jang; rim lim im yim; han hahn; o oh; sin shin; so seo suh; kwon gwon kweon; hwang whang; an ahn; song;
   ryu yoo yu ryoo liu; chon jeon jun chun; hong; ko koh go; mun moon; yang ryang; son sohn; paek baek paik baik; ho heo huh hur; nam;
   sim shim; no roh noh ro; ha hah; chu joo ju; ku koo goo; min; chin jin; om eom um; won; chae; cha`
    .split(';')
    .flatMap((group) => {
      const names = group.trim().split(/\s+/)
      return names.map((name): [string, string] => [name, names[0]!])
    }),
)

const rules: [pattern: RegExp, sound: string][] = [
  [/ng/g, 'nk'],
  [/sh/g, 's'],
  [/ch|j/g, 'c'],
  [/eo|eu|oo|ou|u|oh/g, 'o'],
  [/ae|ai/g, 'e'],
  [/oi|wi/g, 'i'],
  [/ee|yi|ih/g, 'i'],
  [/wo/g, 'o'],
  [/g/g, 'k'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/l/g, 'r'],
]
const severalSyllables = /^[^aeiou]*[aeiou]+(?:[^aeiou]+[aeiou]+){1,2}[^aeiou]*$/

const maxWords = 4

/** Keys of a name that may be Korean, equal in every romanisation. Empty for a name that cannot be Korean. */
export function koreanKeys(words: readonly string[]): string[] {
  if (words.length < 2 || words.length > maxWords) return []
  const keyOf = (family: string, given: readonly string[]): string[] => {
    const name = families.get(family)
    if (name === undefined) return []
    const sounded = rules.reduce((text, [pattern, sound]) => text.replace(pattern, sound), given.join(''))
    const key = withoutRepeatedLetters(sounded)
    return severalSyllables.test(key) ? [`${name} ${key}`] : []
  }
  return [...keyOf(words[0]!, words.slice(1)), ...keyOf(words.at(-1)!, words.slice(0, -1))]
}
