// The `screening import` command: imports a sanctions list and waits until every process screens with it.
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
    .description('manage the lists that senders and receivers are screened against')
    .command('import <file>')
    .description('import an OpenSanctions targets.simple.csv or an OFAC SDN.CSV (with ALT.CSV beside it)')
    .option('--list <name>', 'the list whose entries are replaced; by default named after the format')
    .option('--allow-shrinking', 'accept a file with less than half the entries of the last one')
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
            `${processes.processes - processes.processes_updated} of ${processes.processes} processes have not loaded this list within ${mostWaitSeconds} s; until they do, they screen with the previous one\n`,
          )
      }),
    )
}

/** The actor for the audit log: the machine's user, who has a shell with the master key. */
function shellUser() {
  return { name: `shell: ${userInfo().username}`, address: 'local', requestId: newId() }
}

/** Loading a list of a hundred thousand entries takes seconds, and each process reports every three. */
const mostWaitSeconds = 60
const pollMs = 500

type Processes = { processes: number; processes_updated: number }

/** Waits until every live process screens with this version or a newer one. @returns how many processes there are, and how many do. */
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
