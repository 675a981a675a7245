// XML text: every value is escaped where it is written, so that no name or reference can end an element.

/** XML that is written already. */
export type Xml = { readonly xml: string }

/** Characters that XML 1.0 cannot contain at all, not even escaped. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** The text without them. */
export function writable(text: string): string {
  return text.replace(unwritable, '')
}

function escaped(text: string): string {
  return writable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

type Content = string | Xml | readonly (Xml | undefined)[]

/** An element. Text is escaped; absent elements of a list are left out. */
export function element(name: string, content: Content, attributes: Record<string, string> = {}): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  return { xml: `<${name}${given.join('')}>${inner(content)}</${name}>` }
}

function inner(content: Content): string {
  if (typeof content === 'string') return escaped(content)
  if ('xml' in content) return content.xml
  return content.map((part) => part?.xml ?? '').join('')
}

/** At most this many characters, without half a character at the end. */
export function cut(text: string, maxLength: number): string {
  return text.length <= maxLength
    ? text
    : [...text.slice(0, maxLength)].filter((part) => part.isWellFormed()).join('')
}
