// What a step-up confirms: the act, whom it pays and how much, as it was shown to whoever gave the proof. Its token counts for this act
// alone, so that nobody's proof of identity serves another payee or another sum.
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { FieldFault } from '../../kernel/problem.ts'
import { optional, text } from './body/body.ts'

const fact = optional(text({ max: 200 }))

export const confirmedActSchema = z
  .object({
    act: text({ min: 1, max: 64 }),
    subject: fact.meta({ description: 'The id of what the act decides about.' }),
    payee: fact,
    amount: fact,
    currency: fact,
  })
  .meta({
    id: 'ConfirmedAct',
    description:
      'The act that was shown, as `errors` of the refusal `Step-up required` says it. The token then counts for that act alone.',
  })

export type ConfirmedAct = Readonly<
  { act: string } & Partial<Record<'subject' | 'payee' | 'amount' | 'currency', string | undefined>>
>

/** What is stored of an act: its digest, whatever the order in which its facts were sent. */
export function digestOfAct({ act, subject, payee, amount, currency }: ConfirmedAct): Buffer {
  const facts = [act, subject, payee, amount, currency].map((each) => each ?? '')
  return createHash('sha256').update(JSON.stringify(facts)).digest()
}

/** What a refusal says about the act that a step-up must confirm. */
export function factsToConfirm(act: ConfirmedAct | undefined): FieldFault[] {
  if (!act) return []
  const { act: name, ...facts } = act
  const given = Object.entries(facts).filter(([, value]) => value !== undefined)
  return [
    { field: 'confirms', message: 'Confirm this act', confirms: { act: name, ...Object.fromEntries(given) } },
  ]
}
