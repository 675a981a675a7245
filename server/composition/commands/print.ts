// Prints the result of a command, as text or JSON.

import { InvalidArgumentError as CommandFault } from 'commander'
import { numberText } from '../../platform/http/body/json.ts'

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

/** Accepts a URL without a scheme, such as localhost:3000/webhooks. */
export function urlOption(value: string): string {
  const written = /^https?:\/\//i.test(value) ? value : `http://${value}`
  if (!URL.canParse(written)) throw new CommandFault(`${value} is not a URL`)
  return written
}
