import { numberText } from '../../platform/http/body/json.ts'

/** One JSON value with --json, else a line a field. */
export function print(value: unknown, { json }: { json?: boolean }): void {
  if (json) console.log(JSON.stringify(value))
  else
    for (const [name, field] of Object.entries(value as object))
      console.log(`${name.padEnd(24)} ${Array.isArray(field) ? field.join(', ') : textOf(field)}`)
}

/** Exact numbers stand as they would in JSON. */
function textOf(field: unknown): string {
  return numberText(field) ?? String(field)
}
