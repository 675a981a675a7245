// What screening found of a person, as the service tells it.

export type MatchPart = {
  part: 'name' | 'birth_date' | 'country' | 'document' | 'other'
  /** From -1 to 1; all parts add up to the score. */
  points: number
  detail: string
}

/** The entry as the current list has it. */
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
  /** Null when the entry has left the list since. */
  listed: ListedEntry | null
}

/** A person as given to the service. */
export type SubmittedPerson = {
  name: string
  birth_date: string | null
  countries: string[]
  document: string | null
}
