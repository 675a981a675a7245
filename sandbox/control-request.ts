// Validates the bodies of control requests.
import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

/** The body as parsed by the schema; null when a 400 was sent. */
export function read<T extends z.ZodType>(schema: T, body: unknown, reply: FastifyReply): z.output<T> | null {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  void reply.code(400).send({
    reason: 'INVALID_REQUEST',
    message: 'The request is invalid',
    details: result.error.issues.map((issue) => ({ location: issue.path.join('.'), message: issue.message })),
  })
  return null
}

type Known<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

export function dropUndefined<T extends object>(fields: T): Known<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Known<T>
}
