/** By counting, because a regular expression for what a text ends with is quadratic. @param signs each may be cut off. */
export function withoutTrailing(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}
