// French translations of the reasons for a match's score. Our own matcher writes them in English; texts of an external
// screening server stay as they are.
const whole: readonly (readonly [words: RegExp, french: string])[] = [
  [/^the same words$/, 'nom identique'],
  [/^the same words as a weak alias$/, 'les mêmes mots qu’un alias vague'],
  [/^a weak alias counts only in the same words$/, 'un alias vague ne compte que mot pour mot'],
  [/^another name$/, 'un autre nom'],
  [/^born on ([\d-]+)$/, 'naissance le $1'],
  [/^born on ([\d-]+), a slip away from ([\d-]+)$/, 'naissance le $1, faute de frappe possible pour le $2'],
  [/^born on ([\d-]+), not ([\d-]+)$/, 'naissance le $1, et non $2'],
  [/^born in ([\d-]+)$/, 'naissance en $1'],
  [/^born in ([\d-]+), not ([\d-]+)$/, 'naissance en $1, et non $2'],
  [/^((?:[A-Z]{2})(?:, [A-Z]{2})*), not ((?:[A-Z]{2})(?:, [A-Z]{2})*)$/, '$1, et non $2'],
  [/^[A-Z]{2}$/, '$&'],
  [/^has the document (…\S+)$/, 'même numéro ($1)'],
  [/^has the telephone number (…\S+)$/, 'même numéro de téléphone ($1)'],
]

const how: Readonly<Record<string, string>> = {
  short_form: 'forme courte',
  initial: 'initiale',
  spelling: 'orthographe',
  similar: 'ressemblance',
  joined: 'mots joints',
}

/** Word-by-word comparisons: "sosthene for sostene (spelling)". */
const phrases: readonly (readonly [words: RegExp, french: (...found: string[]) => string])[] = [
  [/^with (.+) on the list only$/, (label) => `avec ${label} sur la liste seulement`],
  [/^without (.+) on the list$/, (label) => `sans ${label} sur la liste`],
  [
    /^(.+) for (.+) \((\w+)\)$/,
    (supplied, listed, kind) => `${supplied} pour ${listed} (${how[kind as string] ?? kind})`,
  ],
  [/^[\p{L}\p{M}\p{N}' -]+$/u, () => '$&'],
]

/** The French translation; undefined for a text that our matcher does not write. */
export function matchText(detail: string): string | undefined {
  const [pattern, french] = whole.find(([label]) => label.test(detail)) ?? []
  if (pattern && french) return detail.replace(pattern, french)
  const parts = detail.split(', ').map(inFrench)
  return parts.includes(undefined) ? undefined : parts.join(', ')
}

function inFrench(part: string): string | undefined {
  for (const [pattern, french] of phrases) {
    const [found, ...groups] = pattern.exec(part) ?? []
    if (found !== undefined) return french(...groups).replace('$&', found)
  }
  return undefined
}
