// Signs that no person types and no page shows, but spreadsheets, logs and terminals act upon.

/** C0 and C1 control characters, and the separators of lines and paragraphs. */
const control = /[\p{Cc}\u2028\u2029]/u

export function hasControlCharacters(text: string): boolean {
  return control.test(text)
}
