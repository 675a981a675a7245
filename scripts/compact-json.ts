// JSON for a file that people read and compare: what fits on a line stands on one.

const maxWidth = 132

/** @returns the value with an indent of two blanks, ended by a line break. */
export function compactJson(value: unknown): string {
  return `${written(value, 0, 0)}\n`
}

/** @param indent of the line. @param taken the width before the value on its line. */
function written(value: unknown, indent: number, taken: number): string {
  const line = onOneLine(value)
  if (typeof value !== 'object' || value === null || indent + taken + line.length < maxWidth) return line
  const inner = ' '.repeat(indent + 2)
  const rows = Array.isArray(value)
    ? value.map((item) => `${inner}${written(item, indent + 2, 0)}`)
    : Object.entries(value).map(([name, item]) => {
        const key = `${JSON.stringify(name)}: `
        return `${inner}${key}${written(item, indent + 2, key.length)}`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${rows.join(',\n')}\n${' '.repeat(indent)}${close}`
}

function onOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}
