// Reads request members by dotted path, in the notation of the gateway's field names.
import { type FieldFault, invalidField, Refused } from './problems.ts'

export type Message = Record<string, unknown>

export function valueAt(message: unknown, path: string): unknown {
  let value: unknown = message
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.hasOwn(value, name) ? (value as Message)[name] : undefined
  }
  return value
}

/** Text at the path, or null when it is absent or empty; any other type is refused. */
export function textAt(message: unknown, path: string): string | null {
  const value = valueAt(message, path)
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string') throw invalidField(path)
  return value
}

export function listAt(message: unknown, path: string): string[] {
  const value = valueAt(message, path)
  if (value === undefined || value === null) return []
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string')) throw invalidField(path)
  return value
}

export function requireFields(message: unknown, paths: readonly string[]): void {
  const missing = paths.filter((path) => {
    const value = valueAt(message, path)
    return value === undefined || value === null || value === ''
  })
  if (missing.length === 0) return
  throw new Refused(
    'MISSING_FIELD',
    missing.map((field): FieldFault => ({ field, reason: 'MISSING_FIELD' })),
  )
}

export function requiredText(message: unknown, path: string): string {
  requireFields(message, [path])
  return textAt(message, path) as string
}

/** Drops null and undefined members, since the gateway omits what it does not know. */
export function present<T extends Message>(fields: T): Message {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
}
