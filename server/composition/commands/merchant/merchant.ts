// The `merchant` commands: create, list, show and rotate; the others are in the files beside this one.

import { type Command, InvalidArgumentError as CommandFault, Option } from 'commander'
import type { Environment } from '../../../kernel/environment.ts'
import { type KeyScope, keyScopes } from '../../../kernel/roles/key-scopes.ts'
import { listMerchants, type MerchantRecord, merchantByCode } from '../../../merchants/directory/directory.ts'
import { type Rotation, rotate, rotations } from '../../../merchants/identity/credentials.ts'
import { registerMerchant } from '../../../merchants/identity/register.ts'
import { microformSchema } from '../../../merchants/profile/profile.ts'
import { signUpSchema } from '../../../merchants/sign-in/api.ts'
import type { Database } from '../../../platform/database/database.ts'
import { storeDemoRotation } from '../demo/demo-credentials.ts'
import { businessClock } from '../start/business-clock.ts'
import { commandLineAdmin } from '../support/operating-user.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'
import { addMerchantDecisions } from './go-live.ts'
import { addTopUp } from './top-up.ts'

export function addMerchant(program: Command): void {
  const merchant = program.command('merchant').description('manage the merchants of this deployment')

  addCreation(merchant)
  addReads(merchant)
  addRotation(merchant)
  addMerchantDecisions(merchant)
  addTopUp(merchant)
}

function addCreation(merchant: Command): void {
  merchant
    .command('create')
    .description('create a merchant; its secrets are shown only once')
    .requiredOption('--name <name>', 'the name that customers see', nameOption)
    .requiredOption('--email <email>', 'the email to sign in with', emailOption)
    .option(
      '--environment <environment>',
      'sandbox or production',
      oneOf(['sandbox', 'production']),
      'sandbox',
    )
    .addOption(
      new Option('--microform-origin <origin>', 'a site that may embed card fields; can be repeated')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--json', 'print one JSON object')
    .action(
      (
        options: {
          name: string
          email: string
          environment: Environment
          microformOrigin: string[]
          json?: boolean
        },
        command: Command,
      ) => {
        const { name, email, environment, microformOrigin: microformOrigins } = options
        refuseWrongOrigins(command, microformOrigins, environment)
        return withDatabase(async ({ db, secrets, merchantPrefix, settings }) => {
          const clock = await businessClock(settings, db)
          const needs = { db, secrets, merchantPrefix, clock }
          const wanted = { name, email, environment, microformOrigins, admin: commandLineAdmin() }
          print(await registerMerchant(needs, wanted), options)
        })
      },
    )
}

function addReads(merchant: Command): void {
  merchant
    .command('list')
    .description('list all merchants, newest first')
    .option('--json', 'print one JSON array')
    .action((options: { json?: boolean }) =>
      withDatabase(async ({ db }) => {
        const merchants = await listMerchants(db)
        if (options.json) print(merchants, options)
        else
          for (const each of merchants)
            console.log([each.merchant_code, each.environment, each.status, each.email, each.name].join('  '))
      }),
    )

  merchant
    .command('show <merchant_code>')
    .description('show a merchant, without secrets')
    .option('--json', 'print one JSON object')
    .action((code: string, options: { json?: boolean }) =>
      withDatabase(async ({ db }) => print(await requireMerchant(db, code), options)),
    )
}

function addRotation(merchant: Command): void {
  merchant
    .command('rotate <merchant_code>')
    .description('replace a credential; the old one is refused at once')
    .requiredOption('--what <credential>', `what to replace: ${rotations.join(', ')}`, oneOf(rotations))
    .addOption(
      new Option(
        '--scopes <scopes>',
        'of a new API key, with commas; those of the old one if absent',
      ).argParser(scopesOption),
    )
    .option('--json', 'print one JSON object')
    .action((code: string, options: { what: Rotation; scopes?: KeyScope[]; json?: boolean }) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const { id } = await requireMerchant(db, code)
        const by = { admin: commandLineAdmin(), merchantCode: code }
        const needs = { db, secrets, clock: await businessClock(settings, db) }
        const rotated = await rotate(needs, { id: BigInt(id) }, options.what, {
          by,
          ...(options.scopes && { scopes: options.scopes }),
        })
        if (!settings.production) storeDemoRotation(settings.LIKUTA_DATA_DIR, code, rotated)
        print(rotated, options)
      }),
    )
}

async function requireMerchant(db: Database, code: string): Promise<MerchantRecord> {
  const found = await merchantByCode(db, code)
  if (!found) throw new Error(`no merchant has the code ${code}`)
  return found
}

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return (value: string): Choice => {
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined) throw new CommandFault(`${value} is not one of ${choices.join(', ')}`)
    return chosen
  }
}

function scopesOption(value: string): KeyScope[] {
  const known = oneOf(keyScopes)
  return value.split(',').map((scope) => known(scope.trim()))
}

/** Applies the rules of self-service. */
function nameOption(value: string): string {
  const { data } = signUpSchema.shape.name.safeParse(value)
  if (data === undefined) throw new CommandFault('a name needs 1 to 200 characters')
  return data
}

function emailOption(value: string): string {
  const { data } = signUpSchema.shape.email.safeParse(value)
  if (data === undefined) throw new CommandFault(`${value} is not an email such as shop@example.com`)
  return data
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

/** Applies the rules of self-service; checked after parsing, because they depend on the environment. @throws CommanderError */
function refuseWrongOrigins(command: Command, origins: readonly string[], environment: Environment): void {
  const { error } = microformSchema(environment).shape.microform_allowed_origins.safeParse(origins)
  if (!error) return
  const [wrong] = error.issues[0]!.path
  const words =
    wrong === undefined
      ? 'too many origins'
      : `${origins[Number(wrong)]} is not an origin such as https://shop.example`
  command.error(`error: option '--microform-origin <origin>' is invalid. ${words}`, { exitCode: 2 })
}
