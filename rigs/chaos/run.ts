// One run: a quiet start, chaos for some minutes, quiet again, and the checks.
import { commitOf, machineHere } from '../bench/machine.ts'
import { machineText } from '../bench/report/report.ts'
import { type Day, openDay } from '../simulation/callers/day.ts'
import type { Violation } from '../simulation/checks/invariants/invariant.ts'
import { openChance } from '../simulation/kernel/chance.ts'
import { admins } from '../simulation/world/settings.ts'
import { dayTargetOf, realManners } from './cast/customers.ts'
import { type MerchantEndpoints, openMerchantEndpoints } from './cast/merchant-endpoints.ts'
import { startUpstreamTrouble } from './cast/upstream-trouble.ts'
import { becomeQuiet, businessTime, checkAll, checksDone, passTime } from './final-checks.ts'
import { type Journal, openJournal } from './journal.ts'
import { startMonkey } from './monkey.ts'
import { runRaces } from './races/races.ts'
import { type Report, recoveryOf, shownViolations, timelineOf } from './report.ts'
import { openScene, type Scene } from './scene.ts'

export type Options = {
  minutes: number
  seed: number
  customers: number
  /** The rounds of each race, before the chaos. */
  rounds: number
  /** How many callers run in a race. */
  callers: number
  print(line: string): void
  /** Aborted by Ctrl-C: everything is closed, and nothing is checked. */
  signal: AbortSignal
}

/** Together longer than the longest delay of a retry schedule, which is shortened here. */
const leapSeconds = 300
const maxLeaps = 24

export async function runChaos(options: Options): Promise<Report> {
  const { seed, rounds, callers, print, signal } = options
  const journal = openJournal()
  print('starting PostgreSQL, the simulators and three processes')
  const scene = await openScene(journal, signal)
  const endpoints = await openMerchantEndpoints(openChance(seed + 1))
  try {
    signal.throwIfAborted()
    await fund(scene)
    await withdrawRefundRight(scene)
    await takePaymentsByPhone(scene)
    const needs = { scene, endpoints, chance: openChance(seed + 2) }
    const [target, manners] = [dayTargetOf(needs), realManners(needs)]
    const concurrency = await runRaces({ scene, place: target, manners, callers }, { rounds, notify: print })
    signal.throwIfAborted()
    const day = openDay(target, manners)
    const detail = await makeTrouble({ scene, endpoints, journal, day }, options)
    return { ...detail, concurrency }
  } finally {
    await endpoints.close()
    await scene.close()
  }
}

type Stage = { scene: Scene; endpoints: MerchantEndpoints; journal: Journal; day: Day }

/** Customers at work, a rolling restart, faults; then quiet, and the checks. */
async function makeTrouble(stage: Stage, options: Options): Promise<Omit<Report, 'concurrency'>> {
  const { scene, endpoints, journal, day } = stage
  const { minutes, seed, customers, print, signal } = options
  const startedAt = performance.now()
  const errors = new Set<string>()
  const onError = (error: unknown) => void errors.add(String(error))
  const unknown = watchUnknown(scene)
  const crowd = startCrowd(day, customers, onError)
  const stops: (() => Promise<unknown>)[] = []
  const stop = () => Promise.all(stops.splice(0).map((each) => each()))
  try {
    const restart = await restartEach(scene, { journal, print, signal })
    const upstream = startUpstreamTrouble({ scene, chance: openChance(seed + 3), onError })
    const monkey = startMonkey({ scene, chance: openChance(seed), onError })
    stops.push(monkey.stop, upstream.stop)
    const begun = performance.now()
    const progress = setInterval(() => print(progressLine(journal, { begun, monkey, scene })), 5_000)
    await pause(minutes * 60_000, signal).finally(() => clearInterval(progress))
    print('faults end; waiting until all is quiet')
    await stop()
    endpoints.recover()
    await Promise.all(scene.processes.map((process) => process.ready()))
    const quiet_after_s = await quietAfter(scene, crowd)
    const violations = await checkAll(scene, { day, inbox: endpoints.inbox })
    for (const error of errors) print(`error in the rig itself: ${error}`)
    return {
      ...(await whereAndWhen(options, startedAt)),
      calls: journal.total(),
      calls_by_kind: journal.byKind(),
      acknowledged_and_kept: day.acknowledged.length + day.singular.length,
      recovery: recoveryOf(journal, monkey.hits),
      upstream_trouble: upstream.chosen,
      endpoints: endpoints.responded,
      unknown: await unknown.outcome(),
      quiet_after_s,
      webhooks: await webhooks(scene, violations),
      checks: checksDone,
      violations: shownViolations(violations),
      restart,
      timeline: timelineOf(journal, monkey.hits, begun),
    }
  } finally {
    crowd.close()
    unknown.stop()
    await stop()
  }
}

async function whereAndWhen({ seed, minutes }: Options, startedAt: number) {
  const wall_s = Math.round((performance.now() - startedAt) / 1_000)
  const machine = machineText(await machineHere())
  return { date: new Date().toISOString(), commit: commitOf(), machine, seed, minutes, wall_s }
}

/**
 * Returns the seconds of the service's own time until nothing was in progress, or undefined where it never was.
 * Then the clock is advanced, so that what waited for its time ends too. A tenth attempt waits long by its
 * schedule, so the clock is advanced for it.
 */
async function quietAfter(scene: Scene, crowd: Crowd): Promise<number | undefined> {
  const started = await businessTime(scene)
  await crowd.leave()
  let leaps = 0
  while (!(await becomeQuiet(scene, { maxMs: 60_000 }))) {
    if (++leaps > maxLeaps) return undefined
    await passTime(scene, { seconds: leapSeconds })
  }
  const seconds = (await businessTime(scene)).since(started).total('seconds')
  await passTime(scene, { seconds: 1_800 })
  const hasEnded = await becomeQuiet(scene, { maxMs: 180_000, hasAllEnded: true })
  return hasEnded ? Math.round(seconds) : undefined
}

async function webhooks(scene: Scene, violations: readonly Violation[]): Promise<Report['webhooks']> {
  const [{ events }] = await scene.rows('select count(*)::int as events from webhook_event')
  const missing = violations.filter(({ invariant }) => invariant === 'I-14' || invariant === 'I-17b')
  return { events, missing: missing.reduce((sum, { rows }) => sum + rows.length, 0) }
}

/** Funds the wallets before any fault happens. */
async function fund(scene: Scene): Promise<void> {
  for (const { merchant_code } of scene.merchants) {
    const response = await scene.request({
      method: 'POST',
      path: `/api/v1/admin/wallets/${merchant_code}/top-ups`,
      body: JSON.stringify({ amount: 5_000, reason: 'bank transfer' }),
      headers: {
        ...scene.adminHeaders(admins[0]),
        'content-type': 'application/json',
        'idempotency-key': `fund-${merchant_code}`,
      },
    })
    if (response?.status !== 200 && response?.status !== 201)
      throw new Error(`top-up: ${response?.status} ${JSON.stringify(response?.body)}`)
  }
}

/** Withdraws the first merchant's right to refund by itself, so that admins decide about its requests. */
const withdrawRefundRight = ({ rows, merchants }: Scene) =>
  rows('update merchant set may_refund_sandbox = false where merchant_code = $1', [
    merchants[0]?.merchant_code,
  ])

/** The last merchant takes payments by phone, as acts expect. */
const takePaymentsByPhone = ({ rows, merchants }: Scene) =>
  rows(
    `update merchant set payment_methods = '{card,mobile_money}', mobile_money_rate_bp = 290,
            webhook_events = '{COLLECTION_RETURNED}', version = version + 1 where merchant_code = $1`,
    [merchants.at(-1)?.merchant_code],
  )

type Crowd = ReturnType<typeof startCrowd>

/** This many customers, each of whom does one thing after another. */
function startCrowd(day: Day, customers: number, onError: (error: unknown) => void) {
  let hasEnded = false
  const one = async () => {
    while (!hasEnded) await day.doSomething().catch(onError)
  }
  const all = Promise.all(Array.from({ length: customers }, one))
  return {
    /** Every customer finishes the current act. */
    leave: () => {
      hasEnded = true
      return all
    },
    close: () => {
      hasEnded = true
    },
  }
}

/** Notes the operations whose outcome was unknown at some moment, and checks how they ended. */
function watchUnknown(scene: Scene) {
  const seen = new Set<string>()
  const look = async () => {
    const rows = await scene
      .rows(`select id from operation where state in ('unknown', 'undoing')`)
      .catch(() => [])
    for (const { id } of rows) seen.add(id)
  }
  const timer = setInterval(() => void look(), 500)
  return {
    stop: () => clearInterval(timer),
    async outcome(): Promise<Report['unknown']> {
      const [{ resolved }] = await scene.rows(
        `select count(*)::int as resolved from operation where id = any($1) and state in ('confirmed', 'declined', 'undone')`,
        [[...seen]],
      )
      return { operations: seen.size, resolved }
    },
  }
}

type Restarting = { journal: Journal; print(line: string): void; signal: AbortSignal }

/** Asks each process once to stop under load; no request may fail. */
async function restartEach(scene: Scene, { journal, print, signal }: Restarting): Promise<Report['restart']> {
  await pause(3_000, signal)
  const before = journal.calls.length
  for (const process of scene.processes) {
    await process.restart(1_000)
    await process.ready()
    await pause(500, signal)
  }
  const calls = journal.calls.slice(before)
  const failed = calls.filter(({ status }) => status === undefined || status >= 500)
  print(`each process restarted under load: ${failed.length} of ${calls.length} requests failed`)
  for (const { path, status } of failed) print(`  ${status ?? 'no response'} ${path}`)
  return { restarts: scene.processes.length, calls: calls.length, failed: failed.length }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
  signal.throwIfAborted()
}

type Progress = { begun: number; monkey: { hits: readonly { harm: string }[] }; scene: Scene }

function progressLine(journal: Journal, { begun, monkey, scene }: Progress): string {
  const { sent, acknowledged, failed, unanswered } = journal.total()
  const states = scene.processes.map(({ name, state }) => `${name} ${state}`).join(', ')
  const last = monkey.hits.at(-1)?.harm ?? 'none yet'
  return `${Math.round((performance.now() - begun) / 1_000)} s: ${acknowledged} of ${sent} writes acknowledged, ${failed} failed, ${unanswered} without a response; ${monkey.hits.length} faults, last: ${last}; ${states}`
}
