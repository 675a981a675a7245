// The `merchant` commands: create, list, show and rotate; the others are in the files beside this one.

import { type Command, InvalidArgumentError as CommandFault, Option } from 'commander'
import type { Environment } from '../../kernel/environment.ts'
import { type KeyScope, keyScopes } from '../../kernel/merchant-roles.ts'
import { parseWrittenMoney } from '../../kernel/money.ts'
import { Problem } from '../../kernel/problem.ts'
import { approveGoLive } from '../../merchants/decide-go-live.ts'
import { createResetLink } from '../../merchants/directory/create-reset-link.ts'
import { listMerchants, resumeMerchant, suspendMerchant } from '../../merchants/directory/directory.ts'
import { reasonSchema } from '../../merchants/directory/schemas.ts'
import { cellForNewMerchant } from '../../merchants/identity/cell.ts'
import { type Rotation, rotate, rotations } from '../../merchants/identity/credentials.ts'
import { registerMerchant } from '../../merchants/identity/register.ts'
import { microformSchema } from '../../merchants/profile/profile.ts'
import { signUpSchema } from '../../merchants/sign-in/api.ts'
import type { Cells } from '../../platform/database/cells.ts'
import type { Database } from '../../platform/database/database.ts'
import { numberText } from '../../platform/http/body/json.ts'
import { amountNumber } from '../../remittance/transfer/formats.ts'
import { remittanceProblems } from '../../remittance/transfer/problems.ts'
import { balanceOf } from '../../remittance/wallets/merchant-reads.ts'
import { bookTopUp } from '../../remittance/wallets/top-up.ts'
import { maxToppedUp } from '../../remittance/wallets/wallet.ts'
import { orderRules } from '../card-gateways.ts'
import { linkDeliveryOf } from '../rules.ts'
import { cellNumber } from './database/cells.ts'
import { storeDemoRotation } from './demo/demo-credentials.ts'
import { print } from './print.ts'
import { commandLineAdmin, withDatabase, withMerchant } from './with-database.ts'

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
    .option(
      '--cell <number>',
      'the cell that holds everything of it; by default the one with the fewest merchants',
      cellNumber,
    )
    .option('--json', 'print one JSON object')
    .action(
      (
        options: {
          name: string
          email: string
          environment: Environment
          microformOrigin: string[]
          cell?: number
          json?: boolean
        },
        command: Command,
      ) => {
        const { name, email, environment, microformOrigin: microformOrigins, cell } = options
        refuseWrongOrigins(command, microformOrigins, environment)
        return withDatabase(async ({ cells, secrets, clock, settings }) => {
          const db = cell === undefined ? await cellForNewMerchant(cells) : existingCell(cells, cell)
          const needs = { db, secrets, clock, merchantPrefix: settings.MERCHANT_PREFIX }
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
      withMerchant(code, async (_needs, merchant) => print(merchant, options)),
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
      withMerchant(code, async ({ db, secrets, clock, settings }, { id }) => {
        const by = { admin: commandLineAdmin(), merchantCode: code }
        const needs = { db, secrets, clock }
        const rotated = await rotate(needs, { id: BigInt(id) }, options.what, {
          by,
          ...(options.scopes && { scopes: options.scopes }),
        })
        if (!settings.production) storeDemoRotation(settings.LIKUTA_DATA_DIR, code, rotated)
        print(rotated, options)
      }),
    )
}

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return (value: string): Choice => {
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined) throw new CommandFault(`${value} is not one of ${choices.join(', ')}`)
    return chosen
  }
}

/** @throws Error */
function existingCell({ all }: Cells, number: number): Database {
  const found = all[number - 1]
  if (!found) throw new Error(`there is no cell ${number}: CELLS is ${all.length}`)
  return found
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

// Commands for decisions about a merchant: go-live, password reset, suspend and resume, each recorded in the audit log.

type Options = { reason: string; json?: boolean }

const usualReason = 'decided at the command line'

/** Applies the length limits of the admin API. */
function reasonOption(value: string): string {
  const { data } = reasonSchema.safeParse({ reason: value })
  if (!data) throw new CommandFault('a reason needs 3 to 500 characters')
  return data.reason
}

function addMerchantDecisions(merchant: Command): void {
  merchant
    .command('go-live <merchant_code>')
    .description(
      'move a merchant to production, with or without a request; its live keys are shown only once',
    )
    .option('--reason <reason>', 'why, for the merchant and the audit log', reasonOption, usualReason)
    .option('--json', 'print one JSON object')
    .action((code: string, options: Options) =>
      withMerchant(code, async ({ db, secrets, clock, settings }) => {
        const needs = {
          ...{ db, secrets, clock, merchantPrefix: settings.MERCHANT_PREFIX },
          acceptsCallbackUrl: (url: URL, environment: Environment) =>
            orderRules(settings).acceptsUrl(url, environment, 'callback'),
          asksPapers: settings.GO_LIVE_PAPERS === 'required',
        }
        const decision = { admin: commandLineAdmin(), reason: options.reason, unasked: true }
        print(await approveGoLive(needs, code, decision), options)
      }),
    )

  merchant
    .command('reset-password <merchant_code>')
    .description('create a one-time password reset link, valid for an hour')
    .option('--reason <reason>', 'why, for the audit log', reasonOption, usualReason)
    .option('--json', 'print one JSON object')
    .action((code: string, options: Options) =>
      withMerchant(code, async ({ db, secrets, clock, settings }) => {
        // Whoever may run commands here could read the link anyway.
        const needs = {
          db,
          secrets,
          clock,
          baseUrl: settings.BASE_URL,
          linkDelivery: { ...linkDeliveryOf(settings), mailed: false },
        }
        print(
          await createResetLink(needs, code, { admin: commandLineAdmin(), reason: options.reason }),
          options,
        )
      }),
    )

  for (const [name, description, change] of [
    ['suspend', 'refuse every request of a merchant and end its sessions', suspendMerchant],
    ['resume', 'accept requests of a suspended merchant again', resumeMerchant],
  ] as const)
    merchant
      .command(`${name} <merchant_code>`)
      .description(description)
      .option('--reason <reason>', 'why, for the audit log', reasonOption, usualReason)
      .option('--json', 'print one JSON object')
      .action((code: string, options: Options) =>
        withMerchant(code, async ({ db, secrets, clock }) => {
          const needs = { db, secrets, clock }
          print(await change(needs, code, { admin: commandLineAdmin(), reason: options.reason }), options)
        }),
      )
}

type TopUpOptions = { amount: bigint; reason: string; json?: boolean }

function addTopUp(merchant: Command): void {
  merchant
    .command('topup <merchant_code>')
    .description("add US dollars to the merchant's remittance wallet")
    .requiredOption('--amount <amount>', 'how many dollars, such as 5 or 1250.50', amountOption)
    .option('--reason <reason>', 'why, for the audit log', 'booked at the command line')
    .option('--json', 'print one JSON object')
    .action((code: string, options: TopUpOptions) =>
      withMerchant(code, async ({ db, secrets, clock }, { id, environment }) => {
        const { amount, reason } = options
        const owner = { id: BigInt(id), merchantCode: code, environment }
        const booking = { amount, reason, admin: commandLineAdmin() }
        // The rule of two admins counts the command line as one person, so a top-up cannot wait here for a second admin's approval.
        await bookTopUp({ db, clock, secrets, secondAdmin: async () => false }, owner, booking).catch(
          refuseBeyondSum,
        )
        const balance = await balanceOf(db, owner, clock.now())
        const booked = { merchant_code: code, environment, added: amountNumber(amount), ...balance }
        print(options.json ? booked : withMoney(booked), options)
      }),
    )
}

/** The numbers as money, such as "5.00 USD", for a reader. */
function withMoney({ currency, ...fields }: { currency: string; [name: string]: unknown }): object {
  const money = (text: string) => {
    const [whole, part = ''] = text.split('.')
    return `${whole}.${part.padEnd(2, '0')} ${currency}`
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const text = numberText(field)
      return [name, text === undefined ? field : money(text)]
    }),
  )
}

function refuseBeyondSum(error: unknown): never {
  if (!(error instanceof Problem) || error.spec !== remittanceProblems.second_admin_missing) throw error
  throw new Error(
    'the command line adds at most 10000.00 to a wallet and 20000.00 to all wallets within 24 hours: for more, an admin must book a top-up that another admin approves',
  )
}

function amountOption(value: string): bigint {
  const minor = parseWrittenMoney(value, 'USD')?.minor
  if (minor !== undefined && minor > 0n && minor <= maxToppedUp) return minor
  const wanted =
    'an amount above 0, of at most two decimals, at most 10000.00: larger amounts need an adjustment by two admins'
  throw new CommandFault(`${value} is not ${wanted}`)
}
