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
