// npm run rig -- failover -- --drills 10: the primary is killed under load, and no acknowledged write may be lost.

import { writeFileSync } from 'node:fs'
import { openParts } from '../bench/parts.ts'
import { readOptions, WrongOption } from '../options.ts'
import { faultsOf, lostOf } from './books.ts'
import { findTools, MissingTool } from './cluster/tools.ts'
import { type Drill, type DrillKind, drill, drillKinds, release } from './drills.ts'
import { type Report, textOf } from './report.ts'
import { until } from './workspace.ts'
import { openWorld, type World } from './world.ts'

const { values: asked } = readOptions({
  name: 'failover',
  does: 'no acknowledged write is lost when the primary database dies; needs Patroni, etcd and HAProxy',
  options: {
    drills: { type: 'string', default: '10', means: 'how often the primary is killed with -9' },
    others: { type: 'string', default: '2', means: 'how often each of the other events happens to it' },
    releases: { type: 'string', default: '1', means: 'how often a new release is rolled out' },
    etcd: { type: 'string', default: '1', means: 'members of etcd' },
    api: { type: 'string', default: '3', means: 'processes of the role api' },
    workers: { type: 'string', default: '1', means: 'processes of the role worker' },
    'etcd-api': {
      type: 'string',
      means: '2 or 3, instead of the version that is safe with the installed Patroni',
    },
    json: { type: 'string', means: 'the file for the whole report' },
  },
})

const print = (line: string) => void process.stderr.write(`${line}\n`)

function wholeNumber(
  name: 'drills' | 'others' | 'releases' | 'etcd' | 'api' | 'workers',
  least: number,
): number {
  const count = Number(asked[name])
  if (!Number.isInteger(count) || count < least)
    throw new WrongOption(`--${name} takes a whole number from ${least} on`)
  return count
}

async function runAll(world: World): Promise<Report> {
  const plan = drillKinds.flatMap((kind) =>
    Array.from({ length: wholeNumber(kind === 'kill' ? 'drills' : 'others', 0) }, (): DrillKind => kind),
  )
  const drills: Drill[] = []
  for (const [n, kind] of plan.entries()) {
    const done = await drill(world, kind)
    drills.push(done)
    print(`drill ${n + 1} of ${plan.length}: ${JSON.stringify(done)}`)
  }
  const releases = []
  for (let n = 0; n < wholeNumber('releases', 0); n++) releases.push(...(await release(world)))
  const exited = world.processes.filter((each) => !each.isAlive()).map(({ name }) => name)
  await world.load.stop()
  const lost = await lostOf(world.bed, world.load.journal)
  const faults = await until('the books', async () => {
    const found = await faultsOf(world.bed)
    return found.length === 0 ? found : undefined
  }).catch(() => faultsOf(world.bed))
  return {
    version: world.version,
    drills,
    releases,
    exited,
    lost,
    faults,
    written: world.load.journal.length,
  }
}

const parts = openParts()
// A second Ctrl-C would end this process before its cleanup is complete.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
try {
  const etcdApi = asked['etcd-api'] === undefined ? undefined : asked['etcd-api'] === '2' ? 2 : 3
  const tools = findTools(process.env, etcdApi)
  const size = {
    etcd: wholeNumber('etcd', 1),
    api: wholeNumber('api', 1),
    workers: wholeNumber('workers', 1),
  }
  const report = await runAll(await openWorld(parts, tools, size, print))
  if (asked.json) writeFileSync(asked.json, `${JSON.stringify(report, undefined, 2)}\n`)
  const { text, isGood } = textOf(report)
  console.log(text)
  process.exitCode = isGood ? 0 : 1
} catch (error) {
  // Failures during the shutdown are expected.
  if (!parts.stopping) {
    const isMissing = error instanceof MissingTool
    console.error(isMissing ? error.message : error)
    process.exitCode = isMissing ? 2 : 1
  }
} finally {
  await parts.stop()
}
process.exit()
