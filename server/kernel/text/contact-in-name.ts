// Whether a name holds a web address, an email or a telephone number: mails and pages of ours show names, and must not advertise them.

/** Endings that mail programs turn into links, and that are no words of names: those of two letters, and the usual longer ones. */
const endings = new Set(
  'com net org info biz app dev xyz online site shop store link click live top club vip pro africa mobi cash money bank support help tech cloud page web website'.split(
    ' ',
  ),
)
const isEnding = (part: string) => /^[a-z]{2}$/.test(part) || endings.has(part)
const separators = /[\s().,/_*:+-]+/gu

function hasWebAddress(text: string): boolean {
  if (text.includes('://') || /(?:^|[^\p{L}\p{N}])www\s{0,9}\./u.test(text)) return true
  return text.split(/[^\p{L}\p{N}./-]+/u).some((token) => {
    const [host = '', ...path] = token.split('/')
    const parts = host.split('.')
    const isPath = path.length > 0 && parts.length > 1 && /^\p{L}{2,}$/u.test(parts.at(-1) ?? '')
    return isPath || parts.some((part, at) => (parts[at - 1]?.length ?? 0) >= 2 && isEnding(part))
  })
}

/** Whether people would take a part of the name for an address to visit or a number to call. */
export function hasContact(name: string): boolean {
  const text = name.normalize('NFKC').replaceAll('。', '.').toLowerCase()
  // The digits of a national number without its zero, whatever separates them. A pair of years is shorter.
  return hasWebAddress(text) || /\p{Nd}{9}/u.test(text.replace(separators, ''))
}
