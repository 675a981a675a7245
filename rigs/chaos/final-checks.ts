// After the faults: waits until nothing is in progress, then checks the database, the books and the webhooks.
import type { Day } from '../simulation/callers/day.ts'
import { compareBooks } from '../simulation/checks/books.ts'
import { compareCollections } from '../simulation/checks/collection-books.ts'
import type { Violation } from '../simulation/checks/invariants/invariant.ts'
import { checkInvariants, invariants } from '../simulation/checks/invariants/invariants.ts'
import { openAndWaiting } from '../simulation/checks/under-way.ts'
import { checkAcknowledged, checkInbox, checkProfileEvents } from '../simulation/checks/webhook-checks.ts'
import type { Received } from '../simulation/upstreams/merchant-servers.ts'
import { admins } from '../simulation/world/settings.ts'
import { booksFrom, collectionBooksFrom, paidTwice, type SimulatorBooks } from './cast/upstream-books.ts'
import type { Scene } from './scene.ts'

/** The checks besides the database invariants, for the count in the report. */
const otherChecks = [
  'books of the card gateway and the operators',
  'A-01',
  'A-02',
  'A-03',
  'I-17b',
  'I-18',
  'I-25b',
  'I-70',
  'P-01',
]
export const checksDone = invariants.length + otherChecks.length

/**
 * Waits until nothing is in progress, at most `maxMs`. What never ends is left for the checks to find.
 * @returns whether it became quiet.
 */
export async function becomeQuiet(
  scene: Scene,
  { maxMs, hasAllEnded = false }: { maxMs: number; hasAllEnded?: boolean },
): Promise<boolean> {
  const started = performance.now()
  for (;;) {
    const [row] = await scene.rows(openAndWaiting, [String(await businessTime(scene))])
    const { operators } = (await scene.books()) as SimulatorBooks
    const [{ pending }] = await scene.rows(
      `select count(*) as pending from card_transaction where status = 'PENDING'`,
    )
    if (row.open === 0n && operators.pending_work === 0 && (!hasAllEnded || pending === 0n)) return true
    if (performance.now() - started > maxMs) return false
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

const clockPath = '/api/v1/admin/sandbox/clock'

/** The service's own time, which may be ahead of ours. */
export async function businessTime(scene: Scene): Promise<Temporal.Instant> {
  for (;;) {
    const response = await scene.request({
      method: 'GET',
      path: clockPath,
      headers: scene.adminHeaders(admins[0]),
    })
    if (response?.status === 200) return Temporal.Instant.from(response.body.now)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Advances the clock, so that what waits for its time, such as an unpaid order, ends. */
export async function passTime(scene: Scene, { seconds }: { seconds: number }): Promise<void> {
  for (;;) {
    const response = await scene.request({
      method: 'POST',
      path: clockPath,
      headers: { ...scene.adminHeaders(admins[0]), 'content-type': 'application/json' },
      body: JSON.stringify({ forward: seconds }),
    })
    if (response?.status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

export async function checkAll(
  scene: Scene,
  { day, inbox }: { day: Pick<Day, 'acknowledged' | 'singular' | 'mismatches'>; inbox: readonly Received[] },
): Promise<Violation[]> {
  const books = (await scene.books()) as SimulatorBooks
  const references = await scene.rows('select upstream_ref from operation')
  const names = references.map(({ upstream_ref }) => upstream_ref)
  const now = await businessTime(scene)
  return [
    ...(await checkInvariants((sql, values) => scene.rows(sql, values), now)),
    ...(await compareBooks((sql) => scene.rows(sql), booksFrom(books, names))),
    ...(await compareCollections((sql) => scene.rows(sql), collectionBooksFrom(books, names))),
    ...paidTwice(books),
    ...(await checkAcknowledged((sql, values) => scene.rows(sql, values), day)),
    ...(await checkInbox((sql) => scene.rows(sql), inbox)),
    ...(await checkProfileEvents((sql) => scene.rows(sql))),
    ...(scene.exits.length > 0
      ? [
          {
            invariant: 'P-01',
            title: 'no process exited by itself or never became ready',
            rows: scene.exits,
          },
        ]
      : []),
  ]
}
