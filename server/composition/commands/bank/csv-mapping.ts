// The `bank csv-mapping` commands: how the CSV of a bank names its columns.
import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { z } from 'zod'
import { accountsWithMappings, type NewMapping, setCsvMapping } from '../../../bank/csv-mappings/mappings.ts'
import { mappingShape } from '../../../bank/csv-mappings/schemas.ts'
import { bankRules } from '../../rules/bank-rules.ts'
import { businessClock } from '../start/business-clock.ts'
import { commandLineAdmin } from '../support/operating-user.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'

type Options = { environment: string }

const account = z.object({ environment: z.enum(['production', 'sandbox']), currency: z.enum(['USD', 'CDF']) })

export function addCsvMapping(bank: Command): void {
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
  return withDatabase(async ({ db, secrets, settings }) => {
    const clock = await businessClock(settings, db)
    const needs = { db, secrets, clock, rules: bankRules(settings) }
    print(await setCsvMapping(needs, wanted.data, { mapping, admin: commandLineAdmin() }), { json: true })
  })
}
