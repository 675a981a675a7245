// The screener port: implemented by the built-in matcher over imported lists and by an external screening server.

/** Birth dates are YYYY-MM-DD, countries ISO 3166-1 alpha-2. */
export type ScreenedParty = {
  role: 'sender' | 'receiver' | 'owner'
  name: string
  aliases?: readonly string[]
  birthDate?: string
  countries?: readonly string[]
  documentNumber?: string
  /** Digits with country code. */
  phones?: readonly string[]
}

/** What raised or lowered the score of a match. Points, from -1 to 1 with two decimals, add up to the score. */
export type MatchPart = {
  part: 'name' | 'birth_date' | 'country' | 'document' | 'phone' | 'other'
  points: number
  detail: string
}

export type ListMatch = {
  role: ScreenedParty['role']
  list: string
  entryId: string
  /** Changes whenever the content of the entry changes. */
  entryVersion: string
  entryName: string
  /** The name or alias of the entry that matches best. */
  matchedName: string
  programs: readonly string[]
  /** 0 to 1, two decimals. */
  score: number
  parts: readonly MatchPart[]
}

export type ScreeningReply =
  /** Matches are best first and include uncertain ones worth a review. */
  | { kind: 'screened'; listVersion: string; matches: readonly ListMatch[] }
  /** The parties could not be screened, which says nothing about them. */
  | { kind: 'unavailable'; cause: string }

export type Screener = {
  /** A match with at least this score (0 to 1) holds the transfer. Each screener has its own scale. */
  readonly threshold: number
  screen(parties: readonly ScreenedParty[]): Promise<ScreeningReply>
  /** The current list version; undefined if unknown. Parties screened under another version are re-screened. */
  listVersion(): Promise<string | undefined>
}

/** A match that no second look at the spelling can explain away: only facts about the person can. */
export function isExactMatch({ score, parts }: Pick<ListMatch, 'score' | 'parts'>): boolean {
  // guard: exact-match
  return score >= 1 || parts.some(({ part, points }) => (part === 'name' ? points >= 1 : part === 'document'))
}
