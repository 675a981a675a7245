// Removes trailing characters from a text in linear time.
/** Removes trailing characters; a loop, because a regular expression anchored at the end is quadratic. @param signs the characters to remove. */
export function withoutTrailing(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}
