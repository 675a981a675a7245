// Words in a name that are not names themselves: titles, particles, and initials written together.
import { isGivenName } from './given-names.ts'

const titles = new Set(
  `mr mrs ms mme mlle miss monsieur madame mademoiselle messieurs dr docteur prof professeur rev reverend pasteur pastor
  abbe hon honorable maitre col colonel gen general capt capitaine major maj lt lieutenant president sgt sergent cdt commandant
  brig amiral admiral sheikh cheikh mzee papa maman mama`.split(/\s+/),
)
const particles = new Set(
  `wa ya de da di do du des la le les el al ul ud ba mwa bin bint ben ibn bn abu abd van von der den of the na ne st ltd llc plc ets etablissement etablissements sarl sarlu sprl sprlu asbl ong ongd sas sasu snc gie
  sci inc cie ste societe maison entreprise company fils pere jr sr ii iii epouse nee ne veuve vve alias dit dite aka abou umm oum`.split(
    /\s+/,
  ),
)

const shortTitles: Readonly<Record<string, string>> = {
  col: 'colonel',
  gen: 'general',
  capt: 'capitaine',
  maj: 'major',
  lt: 'lieutenant',
  cdt: 'commandant',
  dr: 'docteur',
  sgt: 'sergent',
  cheikh: 'sheikh',
}

/** The full form of an abbreviated title. */
export function wholeTitle(text: string): string {
  return shortTitles[text] ?? text
}

const bynameParticles = new Set('abu abou umm oum bin ben ibn bint'.split(' '))

/** Whether the word turns the next word into a byname: Abu Qatada, Colonel Mbuyulu. */
export function makesByname(text: string): boolean {
  return bynameParticles.has(text) || titles.has(text)
}

export function isTitle(text: string): boolean {
  return titles.has(text)
}

export function isParticle(text: string): boolean {
  return particles.has(text)
}

/** Whether the word is a run of initials, such as JP for Jean-Pierre: real names are not only consonants. */
export function isInitials(text: string): boolean {
  return /^[^aeiouy]{2,3}$/.test(text) && !titles.has(text) && !particles.has(text) && !isGivenName(text)
}
