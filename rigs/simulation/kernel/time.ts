// Virtual time: what is to happen lies in two queues, and happens one thing after another, in the order of its time.
// Awaited things (answers, arrivals) happen on time. Idle waits of the program may be passed over: while nothing awaited
// is near, time leaps a stride, and a wait that was passed over ends once, late, as in a process that was stopped for it.

type Happening = { at: number; order: number; run: () => void | Promise<void>; isCancelled: boolean }

export type VirtualTime = {
  /** Milliseconds since 1970 that the simulated world has. */
  now(): number
  /** @param options.isIdle a wait of the program, which nobody outside waits for. */
  after(ms: number, run: () => void | Promise<void>, options?: { isIdle?: boolean }): { cancel(): void }
  /** Lets everything happen up to a time. @param strideMs how far time may leap at once. */
  runUntil(end: number, strideMs: number): Promise<void>
}

/** Nearer than this, an awaited thing is waited for without a leap. */
const nearMs = 50
const realImmediate = setImmediate

export function openTime(start: number): VirtualTime {
  let now = start
  let order = 0
  const awaited = openQueue()
  const idle = openQueue()

  /** Lets the program do all it can do without waiting. Files are really read, and take no time of this world. */
  async function resolve(): Promise<void> {
    do {
      await new Promise((resolve) => realImmediate(resolve))
      await new Promise((resolve) => realImmediate(resolve))
    } while (process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq')))
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
    async runUntil(end, strideMs) {
      await resolve()
      for (;;) {
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
      now = Math.max(now, end)
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
