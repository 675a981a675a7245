// The single seeded random source of a simulation (sfc32 of PractRand).

export type Chance = {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  /** True with this probability. */
  happens(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Spread evenly over orders of magnitude, as delays are. */
  spread(least: number, most: number): number
  bytes(length: number): Uint8Array
}

export function openChance(seed: number): Chance {
  let [a, b, c, count] = [0x9e3779b9 | 0, 0x243f6a88 | 0, seed | 0, 1]
  function word(): number {
    const sum = (((a + b) | 0) + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 15; i++) word()
  const next = () => word() / 2 ** 32
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    happens: (probability) => next() < probability,
    pick: (items) => items[below(items.length)]!,
    spread: (least, most) => least * (most / least) ** next(),
    bytes: (length) => Uint8Array.from({ length }, () => word() & 0xff),
  }
}
