// A read that many ask for: made once for all who ask at once, and kept for a moment.

/**
 * @param read what could not be read is not kept.
 * @param options.keepMs how old an answer may be.
 * @param options.now milliseconds of one clock that never goes back.
 */
export function cachedRead<Answer>(
  read: () => Promise<Answer>,
  { keepMs, now = () => performance.now() }: { keepMs: number; now?: (() => number) | undefined },
): () => Promise<Answer> {
  let kept: { answer: Promise<Answer>; readAt: number } | undefined
  return () => {
    if (kept && now() - kept.readAt < keepMs) return kept.answer
    const reading = { answer: read(), readAt: now() }
    kept = reading
    reading.answer.catch(() => {
      if (kept === reading) kept = undefined
    })
    return reading.answer
  }
}
