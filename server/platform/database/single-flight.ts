// Single flight: concurrent callers share one read, whose result is cached for a short time.

/**
 * @param read a failed read is not cached.
 * @param options.keepMs maximum age of a cached result in milliseconds.
 * @param options.now milliseconds of a monotonic clock.
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
