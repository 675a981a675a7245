// Characters that people do not type and pages do not show, but that spreadsheets, logs and terminals interpret.

/** C0 and C1 control characters, and the separators of lines and paragraphs. */
// guard: control-characters
const control = /[\p{Cc}\u2028\u2029]/u

export function hasControlCharacters(text: string): boolean {
  return control.test(text)
}
