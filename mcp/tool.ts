// The type of a tool, and what its result looks like to the model.
import type { z } from 'zod'
import type { Likuta } from '../sdk/likuta.ts'

/** What tools call: the client of the merchant, and the service's public pages. */
export type ToolNeeds = {
  likuta: Likuta
  /** Without a trailing slash. */
  baseUrl: string
}

/**
 * What a tool may do. `read` changes nothing; `ask` makes something that only a payer can complete; `propose` prepares
 * money movements that a person has to confirm in the portal. There is no effect that moves money.
 */
export type Effect = 'read' | 'ask' | 'propose'

export type Tool = {
  name: string
  title: string
  description: string
  effect: Effect
  input: z.ZodObject
  run: (needs: ToolNeeds, input: never) => Promise<unknown>
}

/** Declares a tool; `run` gets its input as the schema has parsed it. */
export const tool = <Input extends z.ZodObject>(
  declared: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run: (needs: ToolNeeds, input: z.output<Input>) => Promise<unknown>
  },
): Tool => declared as Tool
