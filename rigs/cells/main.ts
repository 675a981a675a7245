// npm run rig -- cells --nodes 2: servers of a deployment over several are killed, frozen, filled, and cells are moved, under load.
import { writeFileSync } from 'node:fs'
import { openParts } from '../bench/parts.ts'
import { MissingTool } from '../failover/cluster/tools.ts'
import { openWorkspace } from '../failover/workspace.ts'
import { readOptions, WrongOption } from '../options.ts'
import { startCluster } from './cluster/cluster.ts'
import { findPostgres } from './cluster/tools.ts'
import { type Drill, drill, drillKinds } from './drills.ts'
import { measureGrowth, textOfGrowth } from './growth.ts'
import { addPastPayments, type Move, move } from './move.ts'
import { type Report, textOf } from './report.ts'
import { openWorld, type World } from './world.ts'

const { values: asked } = readOptions({
  name: 'cells',
  does: 'a deployment over several servers loses nothing when one of them fails, and other cells notice nothing; needs Citus',
  options: {
    nodes: { type: 'string', default: '2', means: 'servers that have cells, beside the coordinator' },
    cells: { type: 'string', default: '4', means: 'cells, which lie on the nodes in turn' },
    drills: {
      type: 'string',
      default: 'kill,freeze,coordinator,move',
      means: `what happens, in this order: ${[...drillKinds, 'move'].join(', ')}`,
    },
    seconds: { type: 'string', default: '20', means: 'how long a server is away' },
    requests: { type: 'string', default: '0', means: 'it is away for so many requests to other cells' },
    rows: { type: 'string', default: '10000', means: 'payments in the cell that is moved' },
    growth: { type: 'string', means: 'instead of drills: what so many nodes serve, as 1,2,4' },
    'core-share': {
      type: 'string',
      default: '0.1',
      means: 'of a core, for each node whose growth is measured',
    },
    clients: { type: 'string', default: '32', means: 'requests in flight when growth is measured' },
    plain: { type: 'boolean', default: false, means: 'one PostgreSQL without Citus, for comparison' },
    delay: { type: 'string', default: '0', means: 'milliseconds that each commit waits for a disk' },
    merchants: { type: 'string', default: '2', means: 'merchants of each cell' },
    api: { type: 'string', default: '1', means: 'processes of the role api' },
    workers: { type: 'string', default: '1', means: 'processes of the role worker' },
    keep: { type: 'boolean', default: false, means: 'leave the folder with the logs of all processes' },
    json: { type: 'string', means: 'the file for the whole report' },
  },
})

const print = (line: string) => void process.stderr.write(`${line}\n`)

function wholeNumber(name: keyof typeof asked, least: number): number {
  const count = Number(asked[name])
  if (!Number.isInteger(count) || count < least)
    throw new WrongOption(`--${name} takes a whole number from ${least} on`)
  return count
}

type Planned = (typeof drillKinds)[number] | 'move'

function plannedDrills(): Planned[] {
  const known = [...drillKinds, 'move'] as const
  return asked.drills.split(',').map((name) => {
    const found = known.find((each) => each === name)
    if (!found) throw new WrongOption(`--drills takes ${known.join(', ')}, not ${name}`)
    return found
  })
}

async function runAll(world: World, plan: readonly Planned[]): Promise<Report> {
  const { coordinator, nodes, version } = world.cluster
  const wanted = { seconds: wholeNumber('seconds', 1), requests: wholeNumber('requests', 0) }
  const drills: Drill[] = []
  const moves: Move[] = []
  const done = (result: Drill | Move) => print(JSON.stringify(result))
  for (const kind of plan)
    if (kind === 'move') {
      const cell = world.cells[0]!
      await addPastPayments(cell, wholeNumber('rows', 0))
      for (const mode of ['force_logical', 'block_writes'] as const) {
        moves.push(await move(world, cell, mode))
        done(moves.at(-1)!)
      }
    } else {
      drills.push(await drill(world, kind, kind === 'coordinator' ? coordinator : nodes.at(-1)!, wanted))
      done(drills.at(-1)!)
    }
  const exited = world.processes.filter((each) => !each.isAlive()).map(({ name }) => name)
  return { version, cells: world.cells.length, nodes: nodes.length, drills, moves, exited }
}

async function measure(): Promise<void> {
  const counts = asked.growth!.split(',').map(Number)
  const coreShare = Number(asked['core-share'])
  if (!counts.every((count) => Number.isInteger(count) && count > 0))
    throw new WrongOption('--growth takes numbers of nodes, such as 1,2,4')
  if (!(coreShare > 0)) throw new WrongOption('--core-share takes a number above 0')
  const measured = await measureGrowth({
    ...{ postgres: findPostgres(process.env, { plain: false }), counts, coreShare, print },
    ...{ cells: wholeNumber('cells', 2), delayMs: wholeNumber('delay', 0) },
    ...{ seconds: wholeNumber('seconds', 1), clients: wholeNumber('clients', 1) },
  })
  if (asked.json) writeFileSync(asked.json, `${JSON.stringify(measured, undefined, 2)}\n`)
  console.log(textOfGrowth(measured))
}

async function runDrills(): Promise<void> {
  const plan = plannedDrills()
  const { plain } = asked
  if (plain && plan.includes('move')) throw new WrongOption('--plain has one server: --drills without move')
  const size = {
    cells: wholeNumber('cells', 2),
    merchants: wholeNumber('merchants', 1),
    api: wholeNumber('api', 1),
    workers: wholeNumber('workers', 1),
  }
  const options = {
    ...{ plain, nodes: wholeNumber('nodes', 1), delayMs: wholeNumber('delay', 0) },
    ...{ postgres: findPostgres(process.env, { plain }), smallDisk: plan.includes('full') },
  }
  const place = await openWorkspace('cells')
  if (asked.keep) print(`logs: ${place.path}`)
  else await parts.start(Promise.resolve(place))
  const cluster = await startCluster(parts, place, options)
  const report = await runAll(await openWorld(parts, { place, cluster, size, print }), plan)
  if (asked.json) writeFileSync(asked.json, `${JSON.stringify(report, undefined, 2)}\n`)
  const { text, isGood } = textOf(report)
  console.log(text)
  process.exitCode = isGood ? 0 : 1
}

const parts = openParts()
// A second Ctrl-C would end this process before its cleanup is complete.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
try {
  await (asked.growth === undefined ? runDrills() : measure())
} catch (error) {
  // Failures during the shutdown are expected.
  if (!parts.stopping) {
    const isAsked = error instanceof MissingTool || error instanceof WrongOption
    console.error(isAsked ? error.message : error)
    process.exitCode = isAsked ? 2 : 1
  }
} finally {
  await parts.stop()
}
process.exit()
