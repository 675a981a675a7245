// Types of screening matches in the admin API.
export type MatchPart = {
  part: 'name' | 'birth_date' | 'country' | 'document' | 'other'
  /** From -1 to 1; all parts add up to the score. */
  points: number
  detail: string
}

/** The entry in the current list. */
export type ListedEntry = {
  name: string
  aliases: string[]
  birth_dates: string[]
  countries: string[]
  identifiers: string[]
}

export type Match = {
  list: string
  entry_id: string
  entry_name: string
  matched_name: string
  programs: string[]
  score: number
  parts: MatchPart[]
  /** Null when the entry has since been removed from the list. */
  listed: ListedEntry | null
}

/** A person as submitted to the service. */
export type SubmittedPerson = {
  name: string
  birth_date: string | null
  countries: string[]
  document: string | null
}
