// What a name looks like, so that two names that people take for one have one form, and the names that no merchant or user may take.

/** Letters of other scripts, and digits, that look like a Latin letter. A subset of Unicode Technical Standard 39, confusables. */
const lookalikes = new Map<string, string>()
for (const pair of [
  'aаαɑ@4',
  'bвβьЬ',
  'cсϲ¢',
  'dԁɗ',
  'eеєεё€3',
  'gɡց9',
  'hһнη',
  'iіιıї1!|',
  'jјϳ',
  'kкκқ',
  'lӏⅼ£',
  'mмμ',
  'nոпν',
  'oоοσօө0°',
  'pрρ',
  'qԛ',
  'rгʀ',
  'sѕʂ$5',
  'tтτ7',
  'uυцս',
  'vѵ',
  'wԝωш',
  'xхχ×',
  'yуγү',
  'zᴢ2',
])
  for (const letter of [...pair].slice(1)) lookalikes.set(letter, pair[0] as string)

/** The words of a name as they look: without case, accents, punctuation and invisible characters, in letters of a to z where they look so. */
export function lookOfName(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}@$€£!|¢×°]+/u)
    .map((word) => [...word].map((letter) => lookalikes.get(letter) ?? letter).join(''))
    .filter((word) => word !== '')
}

/** One form for a person's name, however it is spelled and in whatever order its words stand. */
export const formOfName = (name: string): string => lookOfName(name).sort().join(' ')

/** Ours and those of operators: a name that contains one claims to be them. An `l` may be written for an `i`. */
const protectedNames = ['likuta', 'vodacom', 'airtel', 'africell', 'afrimoney', 'orangemoney']
/** Of these words alone, a name claims to be us, or an operator that is also a colour. */
const claims = new Set(
  'orange support assistance service services client clients clientele help helpdesk desk admin administrator administration securite security official officiel team equipe money rdc drc congo operator operateur'.split(
    ' ',
  ),
)
const claimsMost = new Set(
  'orange support assistance help helpdesk admin administrator administration official officiel'.split(' '),
)

const folded = (text: string) => text.replaceAll('l', 'i')

/** Whether people could take a merchant or a user of this name for the service or an operator. */
export function claimsToBeUs(name: string): boolean {
  const words = lookOfName(name)
  const whole = folded(words.join(''))
  if (protectedNames.some((known) => whole.includes(folded(known)))) return true
  if (/ m ?pesa /.test(` ${words.join(' ')} `)) return true
  return words.every((word) => claims.has(word)) && words.some((word) => claimsMost.has(word))
}
