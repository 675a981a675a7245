// Frees memory once startup is complete.
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Takes tens of milliseconds, during which no request is served. */
export function trimStartupMemory(): void {
  // Written now, because a process that is killed would not write it when it ends.
  flushCompileCache()
  releaseMemory()
}

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/** Memory that only the startup needed is a third of an idle server's memory, and V8 would keep it. */
function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
