// Virtual time: events lie in two queues and happen one after another in order of time. Awaited events (replies,
// arrivals) happen on time. Idle waits of the program may be skipped: while no awaited event is near, time jumps
// ahead by a stride, and a skipped wait ends once, late, as in a process that was suspended meanwhile.

type Happening = { at: number; order: number; run: () => void | Promise<void>; isCancelled: boolean }

export type VirtualTime = {
  /** Milliseconds since 1970 in the simulated world. */
  now(): number
  /** @param options.isIdle a wait of the program that no caller depends on. */
  after(ms: number, run: () => void | Promise<void>, options?: { isIdle?: boolean }): { cancel(): void }
  /** Runs all events up to a time. @param strideMs how far time may jump at once. @param isOver ends it earlier. */
  runUntil(end: number, strideMs: number, isOver?: () => boolean): Promise<void>
}

/** Time does not jump past an awaited event that is nearer than this. */
const nearMs = 50
const realImmediate = setImmediate

const threads = new Set<Promise<unknown>>()

/** Time stands still until this thread has ended. */
export function awaitThread(end: Promise<unknown>): void {
  threads.add(end)
  void end.then(() => threads.delete(end))
}

export function openTime(start: number): VirtualTime {
  let now = start
  let order = 0
  const awaited = openQueue()
  const idle = openQueue()

  /** Lets the program do everything it can without waiting. Files are really read, and threads run, which takes no simulated time. */
  async function resolve(): Promise<void> {
    do {
      await new Promise((resolve) => realImmediate(resolve))
      await new Promise((resolve) => realImmediate(resolve))
      await Promise.all(threads)
    } while (threads.size > 0 || process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq')))
  }

  return {
    now: () => now,
    after(ms, run, { isIdle = false } = {}) {
      const entry = { at: now + Math.max(0, ms), order: order++, run, isCancelled: false }
      const queue = isIdle ? idle : awaited
      queue.push(entry)
      return {
        cancel() {
          entry.isCancelled = true
        },
      }
    },
    async runUntil(end, strideMs, isOver = () => false) {
      await resolve()
      while (!isOver()) {
        const [next, wait] = [awaited.first(), idle.first()]
        const first = !next || (wait && isBefore(wait, next)) ? wait : next
        if (!first || Math.max(first.at, now) > end) break
        if (first === wait && wait.at > now && (!next || next.at > now + nearMs))
          now = Math.max(wait.at, Math.min(end, next?.at ?? end, now + strideMs))
        now = Math.max(now, first.at)
        ;(first === wait ? idle : awaited).pop()
        await first.run()
        await resolve()
      }
      if (!isOver()) now = Math.max(now, end)
    },
  }
}

const isBefore = (one: Happening, other: Happening) =>
  one.at === other.at ? one.order < other.order : one.at < other.at

/** A heap, earliest first. */
function openQueue() {
  const heap: Happening[] = []

  function pop(): void {
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
  }

  return {
    push(entry: Happening) {
      let at = heap.push(entry) - 1
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (!isBefore(entry, heap[parent]!)) break
        heap[at] = heap[parent]!
        at = parent
      }
      heap[at] = entry
    },
    pop,
    first(): Happening | undefined {
      while (heap[0]?.isCancelled) pop()
      return heap[0]
    },
  }
}
