// What a name looks like, so that two names that people take for one have one form, and the names that no merchant or user may take.

import { operatorCodes, operators } from '../operators.ts'

/**
 * Letters of other scripts, phonetic and turned letters, letters with a stroke or a hook, and digits that look like a Latin letter. A
 * subset of Unicode Technical Standard 39, confusables; those with a compatibility form or an accent need no entry.
 */
const lookalikes = new Map<string, string>()
for (const pair of [
  'aаαɑᴀɐⲁꓮᎪ@4',
  'bвβьЬʙƀɓⲃꓐᏴ',
  'cсϲᴄƈȼⲥꓚᏟ¢',
  'dԁɗᴅđɖðꓓᎠ',
  'eеєεёᴇɛǝəⲉꓰᎬ€3',
  'fꜰƒꓝ',
  'gɡցɢǥɠꓖᏀ9',
  'hһнηʜħɥⲏꓧᎻ',
  'iіιıїɪɨᴉⲓꓲᎥ1!|',
  'jјϳᴊɉꓙᎫ',
  'kкκқᴋƙʞⲕꓗᏦ',
  'lӏⅼʟłƚɫɬⳑꓡᏞԼ£',
  'mмμᴍɱɯⲙꓟᎷ',
  'nոпνɴŋɲɳⲛꓠ',
  'oоοσօөᴏøɵⲟꓳ0°',
  'pрρᴘƥⲣꓑᏢ',
  'qԛɋ',
  'rгʀɹɍꓣᎡ',
  'sѕʂꜱꓢᏚ$5',
  'tтτᴛŧƭʇⲧꓔᎢ7',
  'uυцսᴜʉꓴ',
  'vѵᴠʋʌꓦᏙ',
  'wԝωшᴡꓪᎳ',
  'xхχ×ⲭꓫ',
  'yуγүʏɏʎⲩꓬᎽ',
  'zᴢƶꓜᏃ2',
])
  for (const letter of [...pair].slice(1)) lookalikes.set(letter.toLowerCase(), pair[0] as string)

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
const ours = 'likuta'
const protectedNames = [ours, ...operatorCodes.flatMap((code) => operators[code].claims)]
const words = (text: string) => new Set(text.split(' '))
/** Of these words alone, a name claims to be us, or an operator that is also a colour. */
const claims = words(
  'orange support assistance service services client clients clientele help helpdesk desk admin administrator administration securite security official officiel team equipe money rdc drc congo operator operateur',
)
const claimsMost = words(
  'orange support assistance help helpdesk admin administrator administration official officiel client clients clientele security securite',
)

/** Authorities, without the small words in between. The short ones are so called only where they are the whole name. */
const authorities = [
  ...['banque centrale', 'central bank', 'direction generale impots', 'direction generale douanes'],
  ...['direction generale recettes', 'ministere finances', 'ministere budget', 'ministere interieur'],
  ...[
    'ministere justice',
    'ministere economie',
    'ministere numerique',
    'ministere postes',
    'ministry finance',
  ],
  ...['police nationale', 'national police', 'presidence republique', 'gouvernement congo', 'tresor public'],
  ...[
    'cour comptes',
    'inspection generale finances',
    'agence nationale renseignements',
    'cenaref',
    'interpol',
  ],
]
const shortAuthorities = words('bcc dgi dgda dgrad igf anr arptc primature gouvernement police')
const articles = words('de du des d la le les l et en of the and')
const countryWords = words('republique democratique rdc drc congo')

const folded = (text: string) => text.replaceAll('l', 'i')

/** Whether people could take a merchant or a user of this name for the service, an operator or an authority. */
export function claimsToBeUs(name: string): boolean {
  const parts = lookOfName(name)
  const whole = folded(parts.join(''))
  if (protectedNames.some((known) => whole.includes(folded(known)))) return true
  // guard: misspelled-name
  if ([whole, ...parts.map(folded)].some((word) => isMisspelling(word, folded(ours)))) return true
  if (/ m ?pesa /.test(` ${parts.join(' ')} `)) return true
  return (
    claimsAuthority(parts) ||
    (parts.every((word) => claims.has(word)) && parts.some((word) => claimsMost.has(word)))
  )
}

function claimsAuthority(parts: readonly string[]): boolean {
  const named = parts.filter((word) => !articles.has(word))
  const [only = '', ...others] = named.filter((word) => !countryWords.has(word))
  // guard: authority-name
  return (
    authorities.some((known) => ` ${named.join(' ')} `.includes(` ${known} `)) ||
    (others.length === 0 && shortAuthorities.has(only))
  )
}

const vowels = /^[aeiou]$/

/**
 * Whether a word is the name with one letter more, less, replaced, or two exchanged. Names that begin otherwise, such as Mikuta, and those
 * with another vowel, such as Lukuta, are names of people.
 */
function isMisspelling(word: string, name: string): boolean {
  let start = 0
  while (start < name.length && word[start] === name[start]) start += 1
  if (start === 0 || word === name) return false
  const [rest, wanted] = [word.slice(start), name.slice(start)]
  const isReplaced = rest.slice(1) === wanted.slice(1) && rest !== ''
  if (isReplaced) return !(vowels.test(rest[0] ?? '') && vowels.test(wanted[0] ?? ''))
  const isExchanged =
    rest.slice(0, 2) === [wanted[1], wanted[0]].join('') && rest.slice(2) === wanted.slice(2)
  return isExchanged || rest.slice(1) === wanted || rest === wanted.slice(1)
}
