// The `bank` command: imports account statements of our banks.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { importBankFile } from '../../../bank/files/import-file.ts'
import { bankRules } from '../../rules/bank-rules.ts'
import { businessClock } from '../start/business-clock.ts'
import { commandLineAdmin } from '../support/operating-user.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'
import { addCsvMapping } from './csv-mapping.ts'

export function addBank(program: Command): void {
  const bank = program.command('bank').description('account statements of our banks')
  addCsvMapping(bank)
  bank
    .command('import <file>')
    .description('import statements in camt, MT940, MT942 or CSV, or a ZIP of them, and match their lines')
    .option('--json', 'print one JSON object')
    .action((file: string, options: { json?: boolean }) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const clock = await businessClock(settings, db)
        const needs = { db, secrets, clock, rules: bankRules(settings) }
        const upload = { bytes: await readFile(file), name: basename(file), admin: commandLineAdmin() }
        const { skipped, ...imported } = await importBankFile(needs, upload)
        const leftOut = skipped.map(({ name, account, currency }) =>
          [name, account, currency].filter(Boolean).join(' '),
        )
        print({ ...imported, skipped: options.json ? skipped : leftOut }, options)
      }),
    )
}
