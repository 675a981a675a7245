// Random choices that are the same on every machine: a draw depends only on its key, not on earlier draws.

/** A 32-bit hash of the text with evenly distributed bits. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export type Dice = {
  /** A whole number from 0 up to, not including, the limit. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  /** Some of the items without repetition, in a new order. */
  some<T>(from: readonly T[], count: number): T[]
}

export function diceOf(...key: readonly (string | number)[]): Dice {
  let state = hashOf(key.join('\u0000'))
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (from) => from[below(from.length)]!,
    some(from, count) {
      const rest = [...from]
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(below(rest.length), 1)[0]!,
      )
    },
  }
}
