// Prefixes and lengths of card schemes, to find a card number among other digits. One in ten numbers passes Luhn, so only lengths
// in use are listed; even so, about one in six random references of 20 digits is taken to contain a card number.

/** Numbers whose first digits are in the range `from` to `to`. */
type Scheme = { from: number; to: number; lengths: readonly number[] }

const schemes: readonly Scheme[] = [
  // Visa, without 13 digits, a length it stopped issuing long ago.
  { from: 4, to: 4, lengths: [16, 19] },
  // Mastercard.
  { from: 51, to: 55, lengths: [16] },
  { from: 2221, to: 2720, lengths: [16] },
  // American Express.
  { from: 34, to: 34, lengths: [15] },
  { from: 37, to: 37, lengths: [15] },
  // Diners Club.
  { from: 300, to: 305, lengths: [14] },
  { from: 36, to: 36, lengths: [14] },
  { from: 38, to: 39, lengths: [14] },
  // Discover.
  { from: 6011, to: 6011, lengths: [16] },
  { from: 644, to: 659, lengths: [16] },
  // JCB.
  { from: 3528, to: 3589, lengths: [16] },
  // UnionPay.
  { from: 62, to: 62, lengths: [16, 17, 18, 19] },
  // Maestro.
  { from: 5018, to: 5018, lengths: [16, 19] },
  { from: 5020, to: 5020, lengths: [16, 19] },
  { from: 5038, to: 5038, lengths: [16, 19] },
  { from: 6304, to: 6304, lengths: [16, 19] },
  { from: 6759, to: 6763, lengths: [16, 19] },
  // Verve.
  { from: 5060, to: 5061, lengths: [16, 18, 19] },
  { from: 5078, to: 5079, lengths: [16, 18, 19] },
]

/** Lengths by the first four digits, so that a look-up costs the same at every digit of a long text. */
const lengthsByPrefix = new Array<readonly number[] | undefined>(10_000)
for (const { from, to, lengths } of schemes) {
  const each = 10 ** (4 - String(from).length)
  lengthsByPrefix.fill(lengths, from * each, (to + 1) * each)
}

/** Returns the lengths a number that starts at `first` may have; empty if no scheme has its prefix. */
export function cardLengths(digits: readonly number[], first: number): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = [
    digits[first],
    digits[first + 1],
    digits[first + 2],
    digits[first + 3],
  ]
  return lengthsByPrefix[a * 1_000 + b * 100 + c * 10 + d] ?? []
}
