// What an operator decides about a merchant at the command line; the audit log keeps who.
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import { orderRules } from '../../composition/cards/order-rules.ts'
import { reasonSchema } from '../../merchants/admin-schemas.ts'
import { resumeMerchant, suspendMerchant } from '../../merchants/directory/administer.ts'
import { createResetLink } from '../../merchants/directory/create-reset-link.ts'
import { approveGoLive } from '../../merchants/go-live/decision.ts'
import type { Environment } from '../../merchants/identity/merchant.ts'
import { businessClock } from '../start/business-clock.ts'
import { signedIn } from '../support/operating-user.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'

type Options = { reason: string; json?: boolean }

const usualReason = 'decided at the command line'

/** As long as the admin API wants it. */
function reasonOption(value: string): string {
  const { data } = reasonSchema.safeParse({ reason: value })
  if (!data) throw new CommandFault('a reason has 3 to 500 characters')
  return data.reason
}

export function addMerchantDecisions(merchant: Command): void {
  merchant
    .command('go-live <merchant_code>')
    .description('move a merchant to production, asked or not; its live keys are shown this once')
    .option('--reason <reason>', 'why, for the merchant and the audit log', reasonOption, usualReason)
    .option('--json', 'print one JSON object')
    .action((code: string, options: Options) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const needs = {
          ...{ db, secrets, clock: await businessClock(settings, db) },
          acceptsCallbackUrl: (url: URL, environment: Environment) =>
            orderRules(settings).acceptsUrl(url, environment, 'callback'),
        }
        const decision = { admin: signedIn(), reason: options.reason, unasked: true }
        print(await approveGoLive(needs, code, decision), options)
      }),
    )

  merchant
    .command('reset-password <merchant_code>')
    .description('make a one-time link with which the merchant sets a new password; it works for an hour')
    .option('--reason <reason>', 'why, for the audit log', reasonOption, usualReason)
    .option('--json', 'print one JSON object')
    .action((code: string, options: Options) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const needs = { db, secrets, clock: await businessClock(settings, db), baseUrl: settings.BASE_URL }
        print(await createResetLink(needs, code, { admin: signedIn(), reason: options.reason }), options)
      }),
    )

  for (const [name, description, change] of [
    ['suspend', 'refuse every request of a merchant and end its sessions', suspendMerchant],
    ['resume', 'serve a suspended merchant again', resumeMerchant],
  ] as const)
    merchant
      .command(`${name} <merchant_code>`)
      .description(description)
      .option('--reason <reason>', 'why, for the audit log', reasonOption, usualReason)
      .option('--json', 'print one JSON object')
      .action((code: string, options: Options) =>
        withDatabase(async ({ db, secrets, settings }) => {
          const needs = { db, secrets, clock: await businessClock(settings, db) }
          print(await change(needs, code, { admin: signedIn(), reason: options.reason }), options)
        }),
      )
}
