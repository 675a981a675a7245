// Words of a name that are no names: titles, particles, and initials written together.
import { isGivenName } from './given-names.ts'

const titles = new Set(
  `mr mrs ms mme mlle miss monsieur madame mademoiselle messieurs dr docteur prof professeur rev reverend pasteur pastor
  abbe hon honorable maitre col colonel gen general capt capitaine major lt lieutenant president sgt sheikh cheikh`.split(
    /\s+/,
  ),
)
const particles = new Set(
  `wa ya de da di do du des la le les el al ul ud ba mwa bin bint ben ibn bn abu abd van von der den of the na ne st ltd llc plc
  fils pere junior jr senior sr ii iii`.split(/\s+/),
)

export function isTitle(text: string): boolean {
  return titles.has(text)
}

export function isParticle(text: string): boolean {
  return particles.has(text)
}

/** JP for Jean-Pierre: no word has only consonants. */
export function isInitials(text: string): boolean {
  return /^[^aeiouy]{2,3}$/.test(text) && !titles.has(text) && !particles.has(text) && !isGivenName(text)
}
