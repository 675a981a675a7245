// The business clock of a sandbox deployment, which an admin can move forward. The database stores how far it is ahead,
// and every process reads that twice a second. Code and SQL take their time from it as from any other clock.

import {
  type ControlDatabase,
  type ControlSql,
  type ControlTx,
  commonStatement,
} from '../database/database.ts'
import type { Log } from '../process/log.ts'
import { startLoop } from '../process/worker-loop.ts'
import type { Clock } from './clock.ts'

export type SandboxClock = Clock & {
  offsetSeconds(): number
  /** Reads from the database how far the clock is ahead. */
  read(): Promise<void>
  /** Reads it, and moves the simulators along, so that the first calls to them already carry their time. */
  begin(): Promise<void>
  /**
   * Moves the clock forward for every process. `too_far`: it would be more than ten years ahead; `not_followed`: the
   * simulators did not move.
   * @param alsoWrite further writes in the same transaction.
   */
  forward(
    seconds: number,
    alsoWrite: (sql: ControlTx, offsetSeconds: number) => void,
  ): Promise<'moved' | 'too_far' | 'not_followed'>
  /** Calls `act` whenever the clock of this process has moved, by whichever process it was moved. */
  whenMoved(act: () => void): void
  stop(): Promise<void>
}

/** Sends the simulators their offset; false when they did not apply it. */
export type Follower = (offsetSeconds: number) => Promise<boolean>

type Offset = { offset_seconds: bigint }

const readOffset = commonStatement<Offset>('read_sandbox_clock', 'select offset_seconds from sandbox_clock')
const lockOffset = commonStatement<Offset>(
  'lock_sandbox_clock',
  'select offset_seconds from shared.sandbox_clock for update',
)
const addOffset = commonStatement<Offset>(
  'move_sandbox_clock',
  `update shared.sandbox_clock set offset_seconds = offset_seconds + $1::bigint
    where offset_seconds + $1::bigint <= 315576000 returning offset_seconds`,
)

/**
 * Until its first read the clock shows wall-clock time.
 * @param needs.follow moves the simulators along with the clock.
 */
export function openSandboxClock(needs: {
  db: ControlDatabase
  wallClock: Clock
  log: Log
  follow: Follower
}): SandboxClock {
  const { db, wallClock, log, follow } = needs
  let offset = 0
  let moved = () => {}

  /** Two replies may arrive in the wrong order; the clock must not go back for that. */
  function advanceTo(wanted: number): void {
    if (wanted <= offset) return
    offset = wanted
    moved()
  }

  async function read(): Promise<void> {
    const [row] = await db.rows(readOffset)
    advanceTo(Number(row?.offset_seconds ?? 0))
  }

  const reading = startLoop(log, { name: 'reading of the sandbox clock', idleMs: 500 }, async () => {
    await read()
    return false
  })
  const reminding = startLoop(log, { name: 'following of the sandbox clock', idleMs: 5_000 }, async () => {
    if (offset > 0) await remindSimulators(db, follow)
    return false
  })
  return {
    now: () => (offset === 0 ? wallClock.now() : wallClock.now().add({ seconds: offset })),
    real: () => wallClock.now(),
    offsetSeconds: () => offset,
    read,
    async begin() {
      await read()
      // guard: clock-before-ready
      if (offset > 0) await remindSimulators(db, follow)
    },
    async forward(seconds, alsoWrite) {
      const result = await moveAll(db, seconds, async (sql, wanted) => {
        alsoWrite(sql, wanted)
        return follow(wanted)
      })
      if (typeof result === 'string') return result
      advanceTo(result)
      return 'moved'
    },
    whenMoved(act) {
      moved = act
    },
    async stop() {
      await Promise.all([reading.stop(), reminding.stop()])
    },
  }
}

/** Simulators lose their offset when they restart. The row is locked, so that a concurrent move is not undone. */
async function remindSimulators(db: ControlDatabase, follow: Follower): Promise<void> {
  await db.transaction(async (sql) => {
    const [row] = await sql.rows(lockOffset)
    await follow(Number(row?.offset_seconds ?? 0))
  })
}

/** The current state of the clock, for a short-lived command. */
export async function readSandboxClock({
  db,
  wallClock,
}: {
  db: ControlSql
  wallClock: Clock
}): Promise<Clock> {
  const [row] = await db.rows(readOffset)
  const seconds = Number(row?.offset_seconds ?? 0)
  return { now: () => wallClock.now().add({ seconds }) }
}

class NotFollowed extends Error {}

/** Moves the database and the simulators, or neither. */
async function moveAll(
  db: ControlDatabase,
  seconds: number,
  carryOut: (sql: ControlTx, offsetSeconds: number) => Promise<boolean>,
): Promise<number | 'too_far' | 'not_followed'> {
  const move = async (sql: ControlTx) => {
    const [row] = await sql.rows(addOffset, [seconds])
    if (!row) return 'too_far'
    const offset = Number(row.offset_seconds)
    if (!(await carryOut(sql, offset))) throw new NotFollowed()
    return offset
  }
  return db.transaction(move).catch((error) => {
    if (error instanceof NotFollowed) return 'not_followed'
    throw error
  })
}
