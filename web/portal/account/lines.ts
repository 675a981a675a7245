/** Splits a text typed one entry per line, or separated by commas. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Reads pasted headers, one `Name: value` per line; other lines are ignored. */
export function headersOf(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const [name = '', ...value] = line.split(':')
    const isName = value.length > 0 && /^\S+$/.test(name.trim())
    return isName ? [[name.trim(), value.join(':').trim()] as const] : []
  })
  return Object.fromEntries(pairs)
}
