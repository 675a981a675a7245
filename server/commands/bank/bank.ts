// The `bank` command: imports account statements of our banks.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { importBankFile } from '../../bank/files/import-file.ts'
import { bankRules } from '../../composition/rules/bank-rules.ts'
import { businessClock } from '../start/business-clock.ts'
import { commandLineAdmin } from '../support/operating-user.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'

export function addBank(program: Command): void {
  program
    .command('bank')
    .description('account statements of our banks')
    .command('import <file>')
    .description('import a statement in camt.053, MT940 or CSV, and match its lines')
    .option('--json', 'print one JSON object')
    .action((file: string, options: { json?: boolean }) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const clock = await businessClock(settings, db)
        const needs = { db, secrets, clock, rules: bankRules(settings) }
        const upload = { bytes: await readFile(file), name: basename(file), admin: commandLineAdmin() }
        print(await importBankFile(needs, upload), options)
      }),
    )
}
