import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { importList } from '../compliance/list-import.ts'
import { newId } from '../kernel/id.ts'
import { systemClock } from '../platform/clock.ts'
import { print } from './print.ts'
import { withDatabase } from './with-database.ts'

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
        print(result, { ...(json && { json }) })
      }),
    )
}

/** Whoever has a shell with the master key; the log says which user of the machine that was. */
function shellUser() {
  return { name: `shell: ${userInfo().username}`, address: 'local', requestId: newId() }
}

const everyEntries = 10_000

function showProgress(entries: number): void {
  if (process.stderr.isTTY && entries % everyEntries === 0) process.stderr.write(`${entries} entries\n`)
}
