// One run: clients at work while processes die and replies get lost; then quiet, a last look, and the verdict.
import { setTimeout as pause } from 'node:timers/promises'
import { dayTargetOf } from '../chaos/cast/customers.ts'
import { openJournal } from '../chaos/journal.ts'
import { openScene, requestTo, type Scene } from '../chaos/scene.ts'
import { openChance } from '../simulation/kernel/chance.ts'
import type { Checker } from './checker.ts'
import { disturbances } from './disturbances.ts'
import { act, judge, openStage, readAll } from './load.ts'
import { type Control, type Middle, openMiddle } from './middle.ts'
import { countsOf, type Report } from './report.ts'

export type Options = {
  minutes: number
  seed: number
  payments: number
  wallets: number
  /** The names of those that happen. */
  disturbed: readonly string[]
  control?: Control | undefined
  checker: Checker | string
  /** Where the history is written. */
  file: string
  print(line: string): void
  /** Aborted by Ctrl-C: everything is closed, and nothing is checked. */
  signal: AbortSignal
}

/** Nothing expires: an order that nobody pays in time would end by itself, which no client asks for. */
const settings = { CHECKOUT_TTL_SECONDS: '86400', RATE_LIMIT_TEST_CALLBACKS_PER_SECOND: '99999' }

export async function runHistory(options: Options): Promise<Report> {
  options.print('starting PostgreSQL, the simulators and three processes')
  const scene = await openScene(openJournal(), options.signal, settings)
  try {
    const middle = await openMiddle(scene.url, openChance(options.seed + 1), options.control)
    try {
      return await runIn(scene, middle, options)
    } finally {
      await middle.close()
    }
  } finally {
    await scene.close()
  }
}

async function runIn(scene: Scene, middle: Middle, options: Options): Promise<Report> {
  const { minutes, seed, payments, wallets, print, signal, checker, file } = options
  const stage = openStage({
    ...dayTargetOf({ scene, chance: openChance(seed + 2) }),
    request: requestTo(middle.url, openJournal()),
    register: scene.register,
    callbackUrl: `${scene.url}/api/v1/test/test-callback`,
    control: scene.control,
  })
  const errors = new Set<string>()
  const onError = (error: unknown) => void errors.add(String(error))
  const begun = options.disturbed.map((name, n) => {
    const chance = openChance(seed + 3 + n)
    return [name, disturbances[name]!({ scene, middle, chance, onError })] as const
  })
  const until = performance.now() + minutes * 60_000
  const isOver = () => performance.now() > until || signal.aborted
  const progress = setInterval(() => print(progressLine(stage.history.operations.length, until)), 10_000)
  await act(stage, { payments, wallets, isOver, onError }).finally(() => clearInterval(progress))
  for (const [, { stop }] of begun) await stop()
  signal.throwIfAborted()
  print('disturbances end; waiting until nothing is in progress')
  await Promise.all(scene.processes.map((process) => process.ready()))
  const isQuiet = await becomeQuiet(scene)
  const unread = await readAll(stage)
  print(`checking ${stage.history.operations.length} operations`)
  return {
    ...{ seed, minutes, isQuiet, unread, errors: [...errors], exits: scene.exits },
    ...(options.control && { control: options.control }),
    acts: countsOf(stage.history.operations),
    disturbances: Object.fromEntries(begun.map(([name, { counts }]) => [name, counts()])),
    lies: middle.lies,
    ...(await judge(stage, checker, file)),
  }
}

const progressLine = (operations: number, until: number) =>
  `${operations} operations; ${Math.max(0, Math.round((until - performance.now()) / 1_000))} s left`

const patienceMs = 180_000

/** Waits until no call of an upstream is open. What never ends may have its effect at any time, which the checker allows. */
async function becomeQuiet({ rows }: Scene): Promise<boolean> {
  const sql = `select from operation where state in ('intent', 'sent', 'unknown', 'undoing') limit 1`
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if ((await rows(sql)).length === 0) return true
    await pause(500)
  }
  return false
}
