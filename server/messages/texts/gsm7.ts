// Text in the GSM 7-bit alphabet (3GPP TS 23.038), in which an SMS holds 160 characters. A single other character, such as a
// typographic apostrophe, would halve that and cost a second SMS.
import anyAscii from 'any-ascii'

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These take two places. */
const extended = new Set('^{}\\[~]|€')

const placesOf = (character: string) => (basic.has(character) ? 1 : extended.has(character) ? 2 : undefined)

/** How many places of an SMS the text takes; undefined if a character is not in the alphabet. */
export function gsm7Length(text: string): number | undefined {
  let places = 0
  for (const character of text) {
    const own = placesOf(character)
    if (own === undefined) return undefined
    places += own
  }
  return places
}

/** Writes the text in the alphabet: what is not in it is transliterated. Cut to one SMS. */
export function gsm7Text(text: string, most = 160): string {
  let written = ''
  let places = 0
  for (const character of text.replaceAll(/[\u00a0\u202f]/g, ' ')) {
    const letters = placesOf(character) === undefined ? transliterated(character) : character
    const own = gsm7Length(letters) ?? 0
    // guard: one-sms
    if (places + own > most) break
    written += letters
    places += own
  }
  return written
}

function transliterated(character: string): string {
  return [...anyAscii(character)].filter((letter) => placesOf(letter) !== undefined).join('')
}
