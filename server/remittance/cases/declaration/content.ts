// What officers write in a declaration of suspicion, and how one is sent.
import { z } from 'zod'
import { freeText, optional, paragraphs, text } from '../../../platform/http/body/body.ts'
import { dayField } from '../../../platform/http/lists/list-query.ts'

/** What the law asks the declarant to say, beside the operations and persons, which the service knows. */
export const contentSchema = z.object({
  description: paragraphs({ min: 20 }).meta({ description: 'The suspicious operation, in detail.' }),
  grounds: paragraphs({ min: 20 }).meta({ description: 'Why it is suspicious.' }),
  execution: z
    .enum(['EXECUTED', 'BLOCKED', 'WAITING'])
    .meta({ description: 'Whether the operation was executed, is blocked, or waits to be executed.' }),
  execution_reason: paragraphs({ min: 3 }).meta({
    description: 'Why it was executed, or why it must be blocked.',
  }),
  execute_by: optional(dayField).meta({ description: 'By when it must be executed, if it waits.' }),
  declarant: z
    .object({
      name: freeText({ min: 2, max: 120 }),
      function: freeText({ min: 2, max: 120 }),
      phone: text({ min: 5, max: 40 }),
      email: text({ min: 3, max: 254 }),
    })
    .meta({ description: 'Who answers questions about the declaration.' }),
})
export type DeclarationContent = z.output<typeof contentSchema>

export const stepKinds = ['PHONE', 'WRITING', 'ELECTRONIC', 'ACKNOWLEDGED'] as const
export type StepKind = (typeof stepKinds)[number]
