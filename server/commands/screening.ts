import { userInfo } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { reportedListVersions } from '../admin/process-heartbeat.ts'
import { importList } from '../compliance/lists/import.ts'
import { newId } from '../kernel/id.ts'
import type { Sql } from '../platform/database/database.ts'
import { systemClock } from '../platform/time/clock.ts'
import { print } from './support/print.ts'
import { withDatabase } from './support/with-database.ts'

type ImportOptions = { list?: string; allowShrinking?: boolean; json?: boolean }

export function addScreening(program: Command): void {
  program
    .command('screening')
    .description('the lists that senders and receivers are screened against')
    .command('import <file>')
    .description('take in an OpenSanctions targets.simple.csv or an OFAC SDN.CSV (with ALT.CSV beside it)')
    .option('--list <name>', 'the list whose entries it replaces; by default named for the format')
    .option('--allow-shrinking', 'take in a file of less than half the entries of the last one')
    .option('--json', 'print one JSON object')
    .action((path: string, { list, allowShrinking, json }: ImportOptions) =>
      withDatabase(async ({ db, secrets }) => {
        const wish = { path, admin: shellUser(), progress: showProgress, ...(list && { list }) }
        const needs = { db, secrets, clock: systemClock }
        const result = await importList(needs, { ...wish, ...(allowShrinking && { allowShrinking }) })
        const processes = await waitForProcesses(db, BigInt(result.version))
        print({ ...result, ...processes }, { ...(json && { json }) })
        if (processes.processes_updated < processes.processes)
          process.stderr.write(
            `${processes.processes - processes.processes_updated} of ${processes.processes} processes have not reported this list within ${mostWaitSeconds} s; they screen by the one before until they do\n`,
          )
      }),
    )
}

/** Whoever has a shell with the master key; the log says which user of the machine that was. */
function shellUser() {
  return { name: `shell: ${userInfo().username}`, address: 'local', requestId: newId() }
}

/** Reading a list of a hundred thousand entries takes seconds, and each process reports every three. */
const mostWaitSeconds = 60
const pollMs = 500

type Processes = { processes: number; processes_updated: number }

/** Waits until every process that is there screens by this version or a newer one. @returns how many there are, and how many do. */
export async function waitForProcesses(
  sql: Sql,
  version: bigint,
  mostMs = mostWaitSeconds * 1_000,
): Promise<Processes> {
  const deadline = performance.now() + mostMs
  for (;;) {
    const reported = await reportedListVersions(sql, systemClock.now())
    const updated = reported.filter((each) => each >= version).length
    if (updated === reported.length || performance.now() >= deadline)
      return { processes: reported.length, processes_updated: updated }
    await pause(pollMs)
  }
}

const everyEntries = 10_000

function showProgress(entries: number): void {
  if (process.stderr.isTTY && entries % everyEntries === 0) process.stderr.write(`${entries} entries\n`)
}
