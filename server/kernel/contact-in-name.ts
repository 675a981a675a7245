// Whether a name holds a web address, an email or a telephone number: mails and pages of ours show names, and must not advertise them.

/** Endings that mail programs turn into links, and that are no words of names: those of two letters, and the usual longer ones. */
const ending =
  '(?:[a-z]{2}|com|net|org|info|biz|app|dev|xyz|online|site|shop|store|link|click|live|top|club|vip|pro|africa|mobi|cash|money|bank|support|help|tech|cloud|page|web|website)'
const webAddress = new RegExp(
  `://|\\bwww\\s*\\.|[\\p{L}\\p{N}-]{2,}\\.${ending}(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}-]+\\.\\p{L}{2,}/`,
  'iu',
)
/** The digits of a national number without its zero, whatever separates them. A pair of years is shorter. */
const telephone = /(?:\p{Nd}[\s().,/_*:+-]*){9}/u

/** Whether people would take a part of the name for an address to visit or a number to call. */
export function hasContact(name: string): boolean {
  const text = name.normalize('NFKC').replaceAll('。', '.')
  return webAddress.test(text) || telephone.test(text)
}
