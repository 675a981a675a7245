// What a running process keeps in memory once all that is garbage was collected, asked over the debugging protocol of
// Node: the memory it has from the machine also tells how lazy the collector was.
import { once } from 'node:events'

export type Heap = {
  /** Mebibytes that are still referred to. */
  live(): Promise<number>
  close(): void
}

/** @param port what the process was given as `--inspect-port`; it listens there from the signal on, on loopback. */
export async function openHeap(pid: number, port: number): Promise<Heap> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await debuggerUrl(port))
  await once(socket, 'open')
  const closed = once(socket, 'close')

  /** One question at a time: nothing else is ever told. */
  async function send(method: string): Promise<Record<string, number>> {
    socket.send(JSON.stringify({ id: 1, method }))
    const [{ data, code }] = await Promise.race([once(socket, 'message'), closed])
    if (code !== undefined) throw new Error('the process that is measured ended')
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
