// Prints the result of a command, as text or JSON.
import { numberText } from '../../../platform/http/body/json.ts'

/** Prints one JSON value with --json, otherwise one line per field. */
export function print(value: unknown, { json }: { json?: boolean }): void {
  if (json) console.log(JSON.stringify(value))
  else
    for (const [name, field] of Object.entries(value as object))
      console.log(`${name.padEnd(24)} ${Array.isArray(field) ? field.join(', ') : textOf(field)}`)
}

/** Prints exact numbers with the digits they would have in JSON. */
function textOf(field: unknown): string {
  return numberText(field) ?? String(field)
}
