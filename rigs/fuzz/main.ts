// npm run rig -- fuzz: hostile and valid requests to a product started as an operator would, with its own database.

import { writeFileSync } from 'node:fs'
import { freePort } from '../../server/platform/process/ports.ts'
import { makeDataFolder, startProduct } from '../bench/harness/product.ts'
import { openParts } from '../bench/parts.ts'
import { readOptions } from '../options.ts'
import { faultsOfRun, lagOf, type Sample, slopeOf } from './figures.ts'
import { openHeap } from './heap.ts'
import { type Report, run } from './run.ts'
import { openTarget } from './target.ts'

const { values: requested } = readOptions({
  name: 'fuzz',
  does: 'no request gets an undocumented response, leaks an internal detail or hangs',
  options: {
    requests: { type: 'string', default: '10000', means: 'how many' },
    seed: {
      type: 'string',
      default: String(Math.floor(performance.timeOrigin) % 1_000_000_000),
      means: 'of the requests; by the time',
    },
    minutes: { type: 'string', default: '1000000', means: 'no round is started after this many minutes' },
    only: { type: 'string', means: 'one operation, by its id' },
    path: { type: 'string', means: 'a path in its cases, as printed for a failure' },
    json: { type: 'string', means: 'the file for the whole report' },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)
const parts = openParts()
const adminToken = 'fuzz-admin-token-0123456789'
const [sandboxPort, inspectPort] = [await freePort(), await freePort()]

try {
  const product = await parts.start(
    startProduct(await parts.start(makeDataFolder()), {
      environment: {
        SANDBOX_PORT: String(sandboxPort),
        NODE_OPTIONS: `--inspect-port=127.0.0.1:${inspectPort}`,
        ADMIN_TOKENS: `fuzz:${adminToken}`,
        RATE_LIMIT_PAGES_PER_SECOND: '99999',
        RATE_LIMIT_TEST_CALLBACKS_PER_SECOND: '99999',
        RATE_LIMIT_LOGINS_PER_SECOND: '99999',
        RATE_LIMIT_SIGN_UPS_PER_HOUR: '99999',
      },
    }),
  )
  const port = Number(new URL(product.url).port)
  const target = await openTarget({ port, sandboxUrl: `http://localhost:${sandboxPort}`, adminToken })
  const heap = await openHeap(product.pid, inspectPort)
  const [memory, live]: [Sample[], Sample[]] = [[], []]
  const started = performance.now()
  const report = await run(target, {
    requests: Number(requested.requests),
    seed: Number(requested.seed),
    only: requested.only,
    path: requested.path,
    minutes: Number(requested.minutes),
    async after(requests) {
      // A collection stops the process, so it must be rare enough not to be the longest delay.
      if (requests < (live.at(-1)?.requests ?? 0) + Number(requested.requests) / 40) return
      live.push({ requests, mebibytes: await heap.live() })
      memory.push({ requests, mebibytes: product.use().rssBytes / 2 ** 20 })
    },
  })
  heap.close()
  const lag = lagOf(await (await fetch(`${product.url}/metrics`)).text())
  const seconds = Math.round((performance.now() - started) / 1_000)
  const faults = faultsOfRun({ requests: report.requests, live })
  const figures = { ...report, faults, seconds, live: slopeOf(live), rss: slopeOf(memory), lag }
  for (const line of linesOf(report)) print(line)
  print(
    `memory in use ${JSON.stringify(figures.live)}, of the machine ${JSON.stringify(figures.rss)}, event loop ${JSON.stringify(lag)}, ${seconds} s`,
  )
  if (requested.json) writeFileSync(requested.json, `${JSON.stringify(figures)}\n`)
  for (const fault of faults) print(fault)
  if (report.failures.length + faults.length > 0) process.exitCode = 1
} finally {
  await parts.stop()
}

function linesOf({
  seed,
  operations,
  requests,
  statuses,
  unexpected,
  upstream,
  slow,
  slowOnce,
  worst,
  p99Ms,
  failures,
}: Report): string[] {
  return [
    ...failures.flatMap(({ operation, kind, fault, replay, curl }) => [
      `${operation} (${kind}): ${fault}`,
      `  npm run rig -- fuzz -- ${replay}`,
      `  ${curl.slice(0, 4_000)}`,
    ]),
    ...slowOnce.map(
      ({ operation, kind, tookMs }) => `slow once, not when repeated: ${operation} (${kind}), ${tookMs} ms`,
    ),
    `seed ${seed}: ${requests} requests to ${operations} operations, ${failures.length} failures`,
    `responses ${JSON.stringify(statuses)}`,
    `${unexpected} unexpected 5xx, ${upstream} of an upstream; ${slow} slow, ${slowOnce.length} slow once, worst ${worst.tookMs} ms (${worst.operation}, ${worst.kind}), p99 ${p99Ms} ms`,
  ]
}
