// The memory that a running process still uses after a garbage collection, read over Node's debugging protocol. The
// memory taken from the machine would also depend on how lazy the collector was.
import { once } from 'node:events'

export type Heap = {
  /** Mebibytes that are still referenced. */
  live(): Promise<number>
  close(): void
}

/** @param port the process's `--inspect-port`; it listens there on loopback after the signal. */
export async function openHeap(pid: number, port: number): Promise<Heap> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await debuggerUrl(port))
  await once(socket, 'open')
  const closed = once(socket, 'close')

  /** One command at a time, so that each message is the reply to it. */
  async function send(method: string): Promise<Record<string, number>> {
    socket.send(JSON.stringify({ id: 1, method }))
    const [{ data, code }] = await Promise.race([once(socket, 'message'), closed])
    if (code !== undefined) throw new Error('the process under measurement exited')
    return JSON.parse(String(data)).result
  }

  return {
    async live() {
      await send('HeapProfiler.collectGarbage')
      const {
        usedSize,
        embedderHeapUsedSize = 0,
        backingStorageSize = 0,
      } = await send('Runtime.getHeapUsage')
      return (usedSize! + embedderHeapUsedSize + backingStorageSize) / 2 ** 20
    },
    close: () => socket.close(),
  }
}

async function debuggerUrl(port: number): Promise<string> {
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined)
    if (response)
      return ((await response.json()) as [{ webSocketDebuggerUrl: string }])[0].webSocketDebuggerUrl
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
