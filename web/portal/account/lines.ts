/** What is typed one a line, or with commas between. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Headers as they are pasted, `Name: value`, one a line; what is no such line is left out. */
export function headersOf(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const [name = '', ...value] = line.split(':')
    const isName = value.length > 0 && /^\S+$/.test(name.trim())
    return isName ? [[name.trim(), value.join(':').trim()] as const] : []
  })
  return Object.fromEntries(pairs)
}
