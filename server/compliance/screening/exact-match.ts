// Whether somebody is exactly as on a list: in the same words, with the same document, or as a screening server is certain.
import type { ListMatch } from './screener.ts'

/** A match that no second look at the spelling can explain away: only facts about the person can. */
export function isExactMatch({ score, parts }: Pick<ListMatch, 'score' | 'parts'>): boolean {
  // guard: exact-match
  return score >= 1 || parts.some(({ part, points }) => (part === 'name' ? points >= 1 : part === 'document'))
}
