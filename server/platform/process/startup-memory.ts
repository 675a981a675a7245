// What a process does once, when it is ready.
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Tens of milliseconds, in which nothing is answered. */
export function trimStartupMemory(): void {
  // Kept now for the next start, because the end of this process may be a violent one.
  flushCompileCache()
  releaseMemory()
}

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** What a start needed and service does not is a third of the memory of a server at rest, and V8 would keep it. */
function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
