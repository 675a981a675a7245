// The words of a text as search compares them, when the pages are built and in the browser alike.

export type SearchLanguage = 'fr' | 'en'

/** Words that say nothing of what a page is about, also as they are left without accents. */
const empty: Record<SearchLanguage, ReadonlySet<string>> = {
  fr: words(
    'a ai ait au aux avec avez avoir c ce ces cet cette ceux chez comment d dans de des deux du elle elles en entre est et etre eu faire fait faut il ils j je l la le les leur leurs lui m ma mais me meme mes moi mon n ne ni nos notre nous on ont ou par pas peut plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se ses si son sont sur t ta te tes ton tous tout toute tu un une vos votre vous y',
  ),
  en: words(
    'a about after all also am an and any are as at be been before but by can could did do does doing for from get gets had has have how i if in into is it its just may me must my no not now of on one or our out own should so some than that the their them then there these they this to too up us want was we what when where which who why will with would you your',
  ),
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** Names that are written with a hyphen or without one, and codes that are written with a space or without anything. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\bm[- ]pesa\b/gi, 'mpesa'],
  [/\b3[- ]?ds?\b/gi, '3d'],
  [/\be-mail/gi, 'email'],
  [/\brmt[ -]?(?=\d)/gi, 'rmt '],
]

/** The words of a text or of a question, with one spelling for names that have several. */
export function wordsOf(text: string): string[] {
  const spelled = spellings.reduce((changed, [other, one]) => changed.replace(other, one), text)
  return spelled.split(/[\p{Z}\p{P}\p{S}\p{C}]+/u)
}

/** Endings that a word loses, so that `rembourser`, `remboursé` and `remboursements` are one. */
const endings: Record<SearchLanguage, RegExp> = {
  fr: /(?:issements?|ements?|ations?|euses?|eurs?|ables?|ibles?|ements?|ives?|ifs?|ees?|er|ez|es|e|s|x)$/,
  en: /(?:ements?|ments?|ations?|ings?|ables?|ers?|ed|es|e|s)$/,
}

/**
 * One word as it is compared: in lower case, without accents and its ending.
 * @returns null for a word that says nothing
 */
export function termOf(word: string, language: SearchLanguage): string | null {
  const plain = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  if (plain === '' || empty[language].has(plain)) return null
  const stem = plain.replace(endings[language], '')
  return stem.length >= 4 ? stem : plain
}

/**
 * A word of a question as it is compared. French is often typed without its apostrophes (`largent`, `jai`): such a word is
 * looked for without its first letter too.
 */
export function askedTermsOf(word: string, language: SearchLanguage): string | string[] | null {
  const term = termOf(word, language)
  const [, rest] = (language === 'fr' && /^(?:[cdjlmnst]|qu)([aeiouyhàâéèêîôû].{2,})$/i.exec(word)) || []
  const other = rest === undefined ? null : termOf(rest, language)
  return term === null || other === null ? (term ?? other) : [term, other]
}
