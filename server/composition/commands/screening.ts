// The commands `screening import` and `screening fetch`: they import a sanctions list from a file or a URL, and wait until every
// process screens with it.
import { userInfo } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import { reportedListVersions } from '../../admin/monitoring/process-heartbeat.ts'
import { expectedHash, fetchList, isHash } from '../../compliance/lists/fetch-list.ts'
import { type ImportResult, importList } from '../../compliance/lists/import.ts'
import { newId } from '../../kernel/id.ts'
import type { Sql } from '../../platform/database/database.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

type ImportOptions = { list?: string; allowShrinking?: boolean; json?: boolean }
type FetchOptions = ImportOptions & {
  sha256?: string
  hashFrom?: string
  withoutHash?: boolean
  with?: string[]
  maxMib: number
}

export function addScreening(program: Command): void {
  const screening = program
    .command('screening')
    .description('manage the lists that senders and receivers are screened against')
  addImportOptions(
    screening
      .command('import <file>')
      .description('import a list of OpenSanctions, OFAC (with ALT.CSV beside it), the UN, the EU or the UK'),
  ).action((path: string, options: ImportOptions) =>
    withDatabase(async ({ db, secrets }) => {
      const wish = { path, ...wishOf(options) }
      await report(db, await importList({ db, secrets, clock: systemClock }, wish), options)
    }),
  )
  addImportOptions(
    screening
      .command('fetch <url>')
      .description('download a list over https, check its hash, and import it')
      .option('--sha256 <hash>', 'the hash that the file must have', hashOption)
      .option('--hash-from <url>', "the publisher's hashes: OpenSanctions' index.json, or lines of sha256sum")
      .option('--without-hash', 'accept a file of a publisher that states no hash; only https protects it')
      .option('--with <url...>', "files that belong to the list, such as OFAC's ALT.CSV")
      .option('--most-mib <number>', 'refuse a larger file', mebibytes, 512),
  ).action((url: string, options: FetchOptions) => {
    const { with: companions = [], maxMib } = options
    const download = { url, companions, hash: expectedHash(options), maxBytes: maxMib * 1024 * 1024 }
    return withDatabase(async ({ db, secrets, settings }) => {
      const wish = { ...download, ...wishOf(options), allowLoopback: !settings.production }
      await report(db, await fetchList({ db, secrets, clock: systemClock }, wish), options)
    })
  })
}

function addImportOptions(command: Command): Command {
  return command
    .option('--list <name>', 'the list whose entries are replaced; by default named after the format')
    .option('--allow-shrinking', 'accept a file with less than half the entries of the last one')
    .option('--json', 'print one JSON object')
}

function wishOf({ list, allowShrinking }: ImportOptions) {
  return {
    admin: shellUser(),
    progress: showProgress,
    ...(list && { list }),
    ...(allowShrinking && { allowShrinking }),
  }
}

function hashOption(value: string): string {
  if (!isHash(value) || value.length !== 64) throw new CommandFault('is no SHA-256 in hexadecimal digits')
  return value
}

function mebibytes(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new CommandFault('is no whole number of MiB')
  return Number(value)
}

async function report(sql: Sql, result: ImportResult, { json }: ImportOptions): Promise<void> {
  const processes = await waitForProcesses(sql, BigInt(result.version))
  print({ ...result, ...processes }, { ...(json && { json }) })
  if (processes.processes_updated < processes.processes)
    process.stderr.write(
      `${processes.processes - processes.processes_updated} of ${processes.processes} processes have not loaded this list within ${maxWaitSeconds} s; until they do, they screen with the previous one\n`,
    )
}

/** The actor for the audit log: the machine's user, who has a shell with the master key. */
function shellUser() {
  return { name: `shell: ${userInfo().username}`, address: 'local', requestId: newId() }
}

/** Loading a list of a hundred thousand entries takes seconds, and each process reports every three. */
const maxWaitSeconds = 60
const pollMs = 500

type Processes = { processes: number; processes_updated: number }

/** Waits until every live process screens with this version or a newer one. @returns how many processes there are, and how many do. */
export async function waitForProcesses(
  sql: Sql,
  version: bigint,
  maxMs = maxWaitSeconds * 1_000,
): Promise<Processes> {
  const deadline = performance.now() + maxMs
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
