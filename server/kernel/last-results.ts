// Remembers the last results of a pure function, for callers that need the same result several times in a row.

/**
 * @param work a pure function, whose result nobody changes.
 * @param most how many results are remembered; the oldest is forgotten first.
 */
export function lastResults<Argument, Result>(
  work: (argument: Argument) => Result,
  most: number,
): (argument: Argument) => Result {
  const known = new Map<Argument, Result>()
  return (argument) => {
    const found = known.get(argument)
    if (found !== undefined || known.has(argument)) return found as Result
    const result = work(argument)
    for (const oldest of known.keys()) {
      if (known.size < most) break
      known.delete(oldest)
    }
    known.set(argument, result)
    return result
  }
}
