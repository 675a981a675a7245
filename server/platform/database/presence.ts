// Which places respond. A server that is frozen, or whose disk is full, keeps a statement waiting for many seconds; with several cells, the
// requests of its merchants are refused before that, so that they neither wait nor take what the others need.
import type { Log } from '../process/log.ts'
import { startLoop } from '../process/worker-loop.ts'
import { askWhetherPresent } from './cells.ts'
import type { ControlDatabase } from './database.ts'

export type Presence = {
  /** The result of work at a place, unless the place stops responding before. @throws PlaceAbsent */
  within<Result>(place: number, work: () => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/** A place does not respond. It has the code of a connection that was lost, and is reported like one. */
class PlaceAbsent extends Error {
  readonly code = 'ETIMEDOUT'
}

/** A place is asked so often. With the longest reply, a request waits less than two seconds for a place that has just stopped responding. */
const everyMs = 500
const longestReplyMs = 1_200

/** @param places a connection to each place, which serves nothing else: those of requests may all be waiting. */
export function openPresence(places: readonly ControlDatabase[], log: Log): Presence {
  const absences = places.map(() => Promise.withResolvers<never>())
  const absent = new Set<number>()
  for (const { promise } of absences) promise.catch(() => {})

  function look(place: number, responds: boolean): void {
    if (responds === !absent.has(place)) return
    if (responds) {
      absent.delete(place)
      absences[place] = Promise.withResolvers<never>()
      absences[place].promise.catch(() => {})
      log.info('a cell responds again', { cell: place })
      return
    }
    absent.add(place)
    absences[place]?.reject(new PlaceAbsent(`place ${place} does not respond`))
    log.error('a cell does not respond', { cell: place })
  }

  const loops = places.map((db, place) => {
    let isFirst = true
    return startLoop(log, { name: `asking whether place ${place} responds`, idleMs: everyMs }, async () => {
      const responds = await respondsInTime(db)
      // A process that has just started is busy, and connects first.
      // guard: first-look
      if (responds || !isFirst) look(place, responds)
      isFirst = false
      return false
    })
  })
  return {
    async within(place, work) {
      const { promise } = absences[place] ?? absences[0]!
      if (absent.has(place)) return promise
      const result = work()
      // What comes after the refusal is nobody's any more.
      result.catch(() => {})
      // guard: absent-cell
      return Promise.race([result, promise])
    },
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/** Whether a place responds soon. A statement that never returns is given up by its connection. */
async function respondsInTime(db: ControlDatabase): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  // If this process itself was busy, a reply may have come that it has not read.
  const timer = setTimeout(() => setImmediate(resolve, false), longestReplyMs)
  db.rows(askWhetherPresent).then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise.finally(() => clearTimeout(timer))
}
