// A read that many ask for: made once for all who ask at once, and kept for a moment.

/**
 * @param read what could not be read is not kept.
 * @param options.keepMs how old an answer may be.
 * @param options.now milliseconds of one clock that never goes back.
 */
export function singleFlight<Result>(
  read: () => Promise<Result>,
  { maxAgeMs, now = () => performance.now() }: { maxAgeMs: number; now?: (() => number) | undefined },
): () => Promise<Result> {
  let cached: { result: Promise<Result>; readAt: number } | undefined
  return () => {
    if (cached && now() - cached.readAt < maxAgeMs) return cached.result
    const reading = { result: read(), readAt: now() }
    cached = reading
    reading.result.catch(() => {
      if (cached === reading) cached = undefined
    })
    return reading.result
  }
}
