// Schemas of the parts of yente's replies that we use (its routers/match.py and data/common.py, 5.5). One unreadable result
// invalidates the whole reply, because skipping a match could clear a listed party.
import { z } from 'zod'

const text = z.string().max(2_000)
const texts = z.array(text).max(1_000)

const explanation = z.object({
  score: z.number().nullish(),
  detail: text.nullish(),
  query: text.nullish(),
  candidate: text.nullish(),
})

const result = z.object({
  id: text.min(1),
  caption: text,
  datasets: texts.default([]),
  properties: z.record(z.string(), z.array(z.unknown())).default({}),
  last_change: text.nullish(),
  score: z.number().min(0).max(1),
  explanations: z.record(z.string(), explanation).default({}),
})

export type YenteResult = z.output<typeof result>

export const matchReply = z.object({
  responses: z.record(z.string(), z.object({ status: z.literal(200), results: z.array(result) })),
})

export const catalogReply = z.object({
  datasets: z.array(
    z.object({
      name: text,
      /** Versions of the data it has and of the data it searches; the second lags while it indexes. */
      version: text.nullish(),
      index_version: text.nullish(),
    }),
  ),
})
