// Characters that people do not type and pages do not show, but that spreadsheets, logs and terminals interpret.

/** C0 and C1 control characters, and the separators of lines and paragraphs. */
// guard: control-characters
const control = /[\p{Cc}\u2028\u2029]/u

/** What turns the direction of the text around it: with it, one name is shown as another. */
// guard: direction-controls
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

export function hasDirectionControls(text: string): boolean {
  return direction.test(text)
}

/** What shows nothing at all: two texts that differ by it look the same. Emojis and some scripts need it. */
// guard: invisible-in-names
const invisible = /\p{Default_Ignorable_Code_Point}/u

export function hasInvisibleCharacters(text: string): boolean {
  return invisible.test(text)
}

/** Scripts with letters that look like those of another one, such as the Latin and the Cyrillic a. */
const alikeScripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/** Whether letters of several scripts that look alike are mixed, as in a name that is made to look like another one. */
export function mixesScripts(text: string): boolean {
  // guard: mixed-scripts
  return alikeScripts.filter((script) => script.test(text)).length > 1
}

export function hasControlCharacters(text: string): boolean {
  return control.test(text)
}

// Whether a name holds a web address, an email or a telephone number: mails and pages of ours show names, and must not advertise them.

/** Endings that mail programs turn into links, and that are no words of names: those of two letters, and the usual longer ones. */
const endings = new Set(
  'com net org info biz app dev xyz online site shop store link click live top club vip pro africa mobi cash money bank support help tech cloud page web website'.split(
    ' ',
  ),
)
const isEnding = (part: string) => /^[a-z]{2}$/.test(part) || endings.has(part)
const separators = /[\s().,/_*:+-]+/gu

/** @param text normalised and without capitals */
function holdsWebAddress(text: string): boolean {
  if (text.includes('://') || /(?:^|[^\p{L}\p{N}])www\s{0,9}\./u.test(text)) return true
  return text.split(/[^\p{L}\p{N}./-]+/u).some((token) => {
    const [host = '', ...path] = token.split('/')
    const parts = host.split('.')
    const isPath = path.length > 0 && parts.length > 1 && /^\p{L}{2,}$/u.test(parts.at(-1) ?? '')
    return isPath || parts.some((part, at) => (parts[at - 1]?.length ?? 0) >= 2 && isEnding(part))
  })
}

const plain = (text: string) => text.normalize('NFKC').replaceAll('。', '.').toLowerCase()

/** Whether a mail program would make a part of the text a link. */
export const hasWebAddress = (text: string): boolean => holdsWebAddress(plain(text))

/** Whether people would take a part of the name for an address to visit or a number to call. */
export function hasContact(name: string): boolean {
  const text = plain(name)
  // The digits of a national number without its zero, whatever separates them. A pair of years is shorter.
  return holdsWebAddress(text) || /\p{Nd}{9}/u.test(text.replace(separators, ''))
}

const decimalDigit = /\p{Nd}/u

/** Returns the value of a digit, from 0 to 9; undefined for another sign. Unicode orders the digits of each script from zero to nine. */
export function digitOf(sign: string): number | undefined {
  const code = sign.codePointAt(0)!
  if (code < 0x80) return code >= 0x30 && code <= 0x39 ? code - 0x30 : undefined
  if (!decimalDigit.test(sign)) return undefined
  let zero = code
  while (decimalDigit.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (code - zero) % 10
}

/** Removes trailing characters; a loop, because a regular expression anchored at the end is quadratic. @param signs the characters to remove. */
export function withoutTrailing(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text[end - 1] as string)) end -= 1
  return text.slice(0, end)
}
