// Commands for decisions about a merchant: go-live, password reset, suspend and resume, each recorded in the audit log.
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import type { Environment } from '../../../kernel/environment.ts'
import { approveGoLive } from '../../../merchants/decide-go-live.ts'
import { createResetLink } from '../../../merchants/directory/create-reset-link.ts'
import { resumeMerchant, suspendMerchant } from '../../../merchants/directory/directory.ts'
import { reasonSchema } from '../../../merchants/directory/schemas.ts'
import { orderRules } from '../../cards/order-rules.ts'
import { linkDeliveryOf } from '../../rules/link-delivery.ts'
import { businessClock } from '../start/business-clock.ts'
import { commandLineAdmin } from '../support/operating-user.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'

type Options = { reason: string; json?: boolean }

const usualReason = 'decided at the command line'

/** Applies the length limits of the admin API. */
function reasonOption(value: string): string {
  const { data } = reasonSchema.safeParse({ reason: value })
  if (!data) throw new CommandFault('a reason needs 3 to 500 characters')
  return data.reason
}

export function addMerchantDecisions(merchant: Command): void {
  merchant
    .command('go-live <merchant_code>')
    .description(
      'move a merchant to production, with or without a request; its live keys are shown only once',
    )
    .option('--reason <reason>', 'why, for the merchant and the audit log', reasonOption, usualReason)
    .option('--json', 'print one JSON object')
    .action((code: string, options: Options) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const needs = {
          ...{ db, secrets, clock: await businessClock(settings, db) },
          acceptsCallbackUrl: (url: URL, environment: Environment) =>
            orderRules(settings).acceptsUrl(url, environment, 'callback'),
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
      withDatabase(async ({ db, secrets, settings }) => {
        const clock = await businessClock(settings, db)
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
        withDatabase(async ({ db, secrets, settings }) => {
          const needs = { db, secrets, clock: await businessClock(settings, db) }
          print(await change(needs, code, { admin: commandLineAdmin(), reason: options.reason }), options)
        }),
      )
}
