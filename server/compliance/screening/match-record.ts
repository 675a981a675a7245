// The API schema of a list match, with an example.
import { z } from 'zod'

const listedEntry = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  weak_aliases: z.array(z.string()),
  birth_dates: z.array(z.string()),
  countries: z.array(z.string()),
  identifiers: z.array(z.string()),
  phones: z.array(z.string()),
})

export const matchSchema = z
  .object({
    list: z.string(),
    entry_id: z.string(),
    entry_name: z.string(),
    matched_name: z.string(),
    programs: z.array(z.string()),
    score: z.number(),
    parts: z
      .array(
        z.object({
          part: z.enum(['name', 'birth_date', 'country', 'document', 'phone', 'other']),
          points: z.number(),
          detail: z.string(),
        }),
      )
      .meta({ description: 'What raised or lowered the score; the points add up to it.' }),
    listed: listedEntry
      .nullable()
      .meta({ description: 'The current list entry; null if it was removed from the list.' }),
  })
  .meta({ id: 'ListMatch' })

export const exampleMatch = {
  list: 'sandbox watchlist',
  entry_id: 'watch-1',
  entry_name: 'Watchlist Person',
  matched_name: 'Watchlist Person',
  programs: ['SANDBOX'],
  score: 1,
  parts: [{ part: 'name' as const, points: 1, detail: 'the same name' }],
  listed: null,
}
