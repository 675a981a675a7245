// Sends requests at a fixed rate, whether or not earlier ones got a response, as independent callers do. A caller
// disconnects when no response comes in time.
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../figures.ts'
import type { Outgoing } from '../workloads/workload.ts'

export type Flood = {
  url: string
  request: (n: number) => Outgoing
  perSecond: number
  seconds: number
}

export type Flooded = {
  seconds: number
  sent: number
  served: number
  /** Requests that got a 503. */
  refused: number
  /** Requests that got another status, or no response in time. */
  lost: number
  /** Latency of the requests that were served. */
  p50: number
  p99: number
}

const patienceMs = 10_000
const stepMs = 5

export async function flood({ url, request: nth, perSecond, seconds }: Flood): Promise<Flooded> {
  const { hostname, port } = new URL(url)
  const agent = new Agent({ keepAlive: true })
  const send = (outgoing: Outgoing) => statusOf({ agent, hostname, port, outgoing })
  const reported: Flooded = { seconds, sent: 0, served: 0, refused: 0, lost: 0, p50: 0, p99: 0 }
  const times: number[] = []
  const one = async () => {
    const began = performance.now()
    const status = await send(nth(reported.sent++))
    if (status === 200) times.push(performance.now() - began)
    reported[status === 200 ? 'served' : status === 503 ? 'refused' : 'lost'] += 1
  }
  const under: Promise<void>[] = []
  const began = performance.now()
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - began) / 1_000) {
    while (reported.sent < elapsed * perSecond) under.push(one())
    await pause(stepMs)
  }
  await Promise.all(under)
  agent.destroy()
  times.sort((a, b) => a - b)
  return { ...reported, p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
}

type Sent = { agent: Agent; hostname: string; port: string; outgoing: Outgoing }

/** Undefined when no response came in time. */
function statusOf({ agent, hostname, port, outgoing }: Sent): Promise<number | undefined> {
  const { method, path, headers, body } = outgoing
  return new Promise((resolve) => {
    const sent = request({ agent, hostname, port, method, path, headers }, (response) => {
      response.resume().on('close', () => resolve(response.complete ? response.statusCode : undefined))
    })
    const timer = setTimeout(() => sent.destroy(), patienceMs)
    sent.on('error', () => resolve(undefined))
    sent.on('close', () => clearTimeout(timer))
    sent.end(body)
  })
}
