// Screening matches in the admin API: types.
import type * as schemas from '../../api/schemas.generated.ts'

export type MatchPart = Match['parts'][number]

export type Match = schemas.ListMatch

/** A person as submitted to the service. */
export type SubmittedPerson = {
  name: string
  birth_date: string | null
  countries: string[]
  document: string | null
  phone?: string | null
}
