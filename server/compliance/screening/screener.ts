// The port to whoever knows the sanctions lists: our own matcher over imported lists, or a screening server.

/** Birth dates are YYYY-MM-DD, countries ISO 3166-1 alpha-2. */
export type ScreenedParty = {
  role: 'sender' | 'receiver'
  name: string
  aliases?: readonly string[]
  birthDate?: string
  countries?: readonly string[]
  documentNumber?: string
}

/** What raised or lowered a match: its points, from -1 to 1 with two decimals, add up to the score. */
export type MatchPart = {
  part: 'name' | 'birth_date' | 'country' | 'document' | 'other'
  points: number
  detail: string
}

export type ListMatch = {
  role: ScreenedParty['role']
  list: string
  entryId: string
  /** Changes when the entry does. */
  entryVersion: string
  entryName: string
  /** The name or alias of the entry that comes nearest. */
  matchedName: string
  programs: readonly string[]
  /** 0 to 1, two decimals. */
  score: number
  parts: readonly MatchPart[]
}

export type ScreeningReply =
  /** `listVersion` names the state of the lists; the matches are those worth a look, best first, not only certain ones. */
  | { kind: 'screened'; listVersion: string; matches: readonly ListMatch[] }
  /** Nobody could look: that says nothing about the parties. */
  | { kind: 'unavailable'; cause: string }

export type Screener = {
  /** A match of this score or more is taken for the party, 0 to 1. Each screener has a scale of its own. */
  readonly threshold: number
  screen(parties: readonly ScreenedParty[]): Promise<ScreeningReply>
  /** The state of the lists now; undefined where it cannot be told. Parties screened under another are screened again. */
  listVersion(): Promise<string | undefined>
}
