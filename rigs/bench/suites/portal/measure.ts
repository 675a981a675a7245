// Sends a server each request many times, one after another, and downloads both files completely.
import { setTimeout as pause } from 'node:timers/promises'
import type { Credentials } from '../../../../server/merchants/identity/register.ts'
import { adminToken, type Server, startServer } from '../../harness/servers.ts'
import { type Question, questions } from './questions.ts'

/** In milliseconds. With 30 runs the 99th percentile is the slowest one. */
export type Timing = { median: number; p99: number }
/** A complete download of a file, with the server's memory at the start and at most. */
export type Download = { rows: number; seconds: number; memoryBefore: number; memoryMost: number }
export type Result = {
  size: number
  timings: [name: string, timing: Timing][]
  files: [name: string, taken: Download][]
}

/** A new server and a new sign-in for each size, because query plans differ by size. */
export async function measureAll(
  world: { databaseUrl: string; masterKey: string },
  merchant: Credentials,
  { size, rounds, only }: { size: number; rounds: number; only?: string | undefined },
): Promise<Result> {
  const server = await startServer('product', world)
  try {
    const headers = await headersOf(server.url, merchant)
    const timings: Result['timings'] = []
    for (const question of questions(size, merchant.merchant_code))
      if (!only || question.name.includes(only))
        timings.push([
          question.name,
          logged(question, await measure(server.url, headers[question.how], question, rounds)),
        ])
    const files: Result['files'] = []
    for (const name of only ? [] : ['payments.csv', 'transfers.csv'])
      files.push([name, await downloadFile(server, headers.bearer, `/api/v1/merchant/${name}`)])
    return { size, timings, files }
  } finally {
    await server.stop()
  }
}

function logged({ name }: Question, timing: Timing): Timing {
  process.stderr.write(
    `${timing.median.toFixed(1).padStart(8)} ${timing.p99.toFixed(1).padStart(8)}  ${name}\n`,
  )
  return timing
}

type Headers = Record<string, string>

async function headersOf(base: string, merchant: Credentials): Promise<Record<Question['how'], Headers>> {
  const response = await fetch(`${base}/api/v1/merchant/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: merchant.email, password: merchant.password }),
  })
  const { data } = (await response.json()) as { data: { access_token: string } }
  const basic = Buffer.from(`${merchant.merchant_code}:${merchant.merchant_secret}`).toString('base64')
  return {
    bearer: { authorization: `Bearer ${data.access_token}` },
    basic: { authorization: `Basic ${basic}` },
    admin: { 'x-admin-token': adminToken },
  }
}

/** The first runs find nothing prepared, and PostgreSQL plans a statement anew for its first five executions. */
const warmUps = 6

async function measure(base: string, headers: Headers, { name, path, shows }: Question, rounds: number) {
  const times: number[] = []
  for (let i = 0; i < rounds + warmUps; i++) {
    const startedAt = performance.now()
    const response = await fetch(base + path, { headers })
    const text = await response.text()
    if (i >= warmUps) times.push(performance.now() - startedAt)
    // A list that the database aborted is a result too.
    if (response.status >= 500) return { median: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
    // Too slow to be worth a median.
    if (performance.now() - startedAt > 3_000)
      return { median: performance.now() - startedAt, p99: Number.POSITIVE_INFINITY }
    if (i === 0 && shows && isEmpty(JSON.parse(text).data)) throw new Error(`${name} shows nothing: ${path}`)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return { median: at(0.5), p99: at(0.99) }
}

function isEmpty(data: Record<string, unknown>): boolean {
  const lists = ['items', 'payments', 'transfers'].map((name) => data[name]).filter(Array.isArray)
  return lists.length > 0 && lists.every((list) => list.length === 0)
}

async function downloadFile(server: Server, headers: Headers, path: string): Promise<Download> {
  let isTaken = false
  const memoryBefore = (await server.usage()).memoryBytes
  let memoryMost = memoryBefore
  const watching = (async () => {
    while (!isTaken) {
      memoryMost = Math.max(memoryMost, (await server.usage()).memoryBytes)
      await pause(50)
    }
  })()
  const startedAt = performance.now()
  const response = await fetch(server.url + path, { headers })
  let lines = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>)
    for (const byte of chunk) if (byte === 10) lines += 1
  const seconds = (performance.now() - startedAt) / 1_000
  isTaken = true
  await watching
  return { rows: lines - 2, seconds, memoryBefore, memoryMost }
}
