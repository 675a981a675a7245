// A mutex per key: work of the same key runs one at a time in this process, in order of arrival.

export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Opens a mutex whose keys take no memory once their work is done. */
export function openKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
