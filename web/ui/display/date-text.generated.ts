// From server/kernel and server/cards/gateway, by scripts/generate.ts.
// Dates and times as people read them, in pages, documents and messages.

/**
 * A date or time. French has "1er décembre", where Intl writes "1 décembre".
 * @param locale of a reader, such as fr-CD
 */
export function dateText(locale: string, options: Intl.DateTimeFormatOptions, at: Date | number): string {
  const text = new Intl.DateTimeFormat(locale, options).format(at)
  return locale.startsWith('fr') ? text.replace(/\b1(?= \p{L})/u, '1er') : text
}
