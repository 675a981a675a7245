// The `bank` command: imports account statements of our banks.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import {
  accountsWithMappings,
  mappingShape,
  type NewMapping,
  setCsvMapping,
} from '../../bank/csv-mappings.ts'
import { importBankFile } from '../../bank/files/import-file.ts'
import { localCurrencies } from '../../kernel/money.ts'
import { bankRules } from '../rules.ts'
import { print } from './print.ts'
import { commandLineAdmin, withDatabase } from './with-database.ts'

export function addBank(program: Command): void {
  const bank = program.command('bank').description('account statements of our banks')
  addCsvMapping(bank)
  bank
    .command('import <file>')
    .description('import statements in camt, MT940, MT942 or CSV, or a ZIP of them, and match their lines')
    .option('--json', 'print one JSON object')
    .action((file: string, options: { json?: boolean }) =>
      withDatabase(async ({ db, cells, secrets, clock, settings }) => {
        const needs = { db, cells, secrets, clock, rules: bankRules(settings) }
        const upload = { bytes: await readFile(file), name: basename(file), admin: commandLineAdmin() }
        const { skipped, ...imported } = await importBankFile(needs, upload)
        const leftOut = skipped.map(({ name, account, currency }) =>
          [name, account, currency].filter(Boolean).join(' '),
        )
        print({ ...imported, skipped: options.json ? skipped : leftOut }, options)
      }),
    )
}

type Options = { environment: string }

const account = z.object({
  environment: z.enum(['production', 'sandbox']),
  currency: z.enum(localCurrencies),
})

function addCsvMapping(bank: Command): void {
  const mapping = bank.command('csv-mapping').description('how the CSV of a bank names its columns')
  mapping
    .command('list')
    .description('our accounts and their mappings')
    .action(() =>
      withDatabase(async ({ db, settings }) => {
        print({ items: await accountsWithMappings({ db, rules: bankRules(settings) }) }, { json: true })
      }),
    )
  mapping
    .command('set <currency> <file>')
    .description(
      'set the mapping of an account from a JSON file: {"columns": {…}, "date_form": …, "decimal_mark": …}',
    )
    .option('--environment <name>', 'production or sandbox', 'production')
    .action(async (currency: string, file: string, options: Options) => {
      const read = mappingShape.safeParse(JSON.parse(await readFile(file, 'utf8')))
      if (!read.success) throw new Error(`${file}: ${z.prettifyError(read.error)}`)
      await change(currency, options, read.data)
    })
  mapping
    .command('remove <currency>')
    .description('remove the mapping of an account')
    .option('--environment <name>', 'production or sandbox', 'production')
    .action((currency: string, options: Options) => change(currency, options, null))
}

function change(currency: string, { environment }: Options, mapping: NewMapping | null): Promise<void> {
  const wanted = account.safeParse({ environment, currency })
  if (!wanted.success) throw new Error(`no account in ${currency} in ${environment}`)
  return withDatabase(async ({ db, secrets, clock, settings }) => {
    const needs = { db, secrets, clock, rules: bankRules(settings) }
    print(await setCsvMapping(needs, wanted.data, { mapping, admin: commandLineAdmin() }), { json: true })
  })
}
