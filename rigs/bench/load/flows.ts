// Keeps a number of flows under way for a while and records how long each took. A flow that has begun is completed.
import { quantile } from '../figures.ts'
import type { Flow, Send } from '../workloads/workload.ts'
import type { Loaded } from './load.ts'

export async function loadFlows({
  flow,
  send,
  concurrency,
  seconds,
}: {
  flow: Flow
  send: Send
  concurrency: number
  seconds: number
}): Promise<Loaded> {
  const times: number[] = []
  let [sent, failed] = [0, 0]
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1_000
  const caller = async () => {
    while (elapsed() < seconds) {
      const since = performance.now()
      try {
        await flow.run(send, sent++)
        times.push(performance.now() - since)
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, caller))
  const took = elapsed()
  times.sort((a, b) => a - b)
  return {
    sent,
    failed,
    perSecond: times.length / took,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}
