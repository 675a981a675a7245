// The `webhooks send` command: sends a signed sample event.
import { Argument, type Command, InvalidArgumentError as CommandFault } from 'commander'
import { outboundOptions } from '../../../config/outbound-rules.ts'
import { callbackSecretContext } from '../../../merchants/identity/credentials.ts'
import { openOutbound } from '../../../platform/network/outbound.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { sendTestEvent } from '../../../webhooks/test-receiver/test-event.ts'
import { requireMerchantByCode } from '../merchant/find-merchant.ts'
import { print } from '../support/print.ts'
import { urlOption } from '../support/url-option.ts'
import { withDatabase } from '../support/with-database.ts'
import { type Sample, samples } from './samples.ts'

type Options = { merchant: string; to?: string; set?: [string, string][]; json?: boolean }

export function addSend(webhooks: Command): void {
  webhooks
    .command('send')
    .description('send a sample event, signed like a real one; exits 1 if it is not accepted')
    .addArgument(new Argument('<kind>', 'the kind of event').choices(Object.keys(samples)))
    .requiredOption('--merchant <merchant_code>', 'the merchant whose webhook secret signs it')
    .option('--to <url>', "the URL to send it to; by default the merchant's callback_url", urlOption)
    .option('--set <field=value>', 'change a value in the body; can be repeated', setting)
    .option('--json', 'print one JSON object')
    .action((kind: string, options: Options) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const merchant = await requireMerchantByCode(db, options.merchant)
        const url = options.to ?? merchant.callback_url
        if (!url) throw new Error(`${merchant.merchant_code} has no callback_url: name a URL with --to`)
        const sample = changed(samples[kind]!(systemClock.now()), options.set ?? [])
        // In a sandbox this may call the local machine, since the user has a shell on it; in production only public addresses.
        const outbound = openOutbound(outboundOptions(settings))
        const needs = { db, secrets, outbound, wallClock: systemClock, secretContext: callbackSecretContext }
        const response = await sendTestEvent(needs, { merchantId: merchant.id, url, ...sample })
        print({ ...response, url, body: JSON.stringify(sample.body) }, options)
        if (!response.delivered) process.exitCode = 1
      }),
    )
}

function setting(value: string, before: [string, string][] = []): [string, string][] {
  const at = value.indexOf('=')
  if (at < 1) throw new CommandFault(`${value} is not field=value`)
  return [...before, [value.slice(0, at), value.slice(at + 1)]]
}

/** A field keeps its type: a number stays a number. */
function changed({ signed, body }: Sample, changes: [string, string][]): Sample {
  const after = { ...body }
  for (const [field, value] of changes) {
    if (!(field in body))
      throw new Error(`the event has no field ${field}; it has ${Object.keys(body).join(', ')}`)
    after[field] = typeof body[field] === 'number' ? numberOf(field, value) : value
  }
  return { signed, body: after }
}

function numberOf(field: string, value: string): unknown {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)) throw new Error(`${field} is a number, but ${value} is not`)
  return JSON.rawJSON(value)
}
