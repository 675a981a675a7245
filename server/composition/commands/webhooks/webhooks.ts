// The `webhooks` commands for developers of webhook handlers: listen, send, certify, resend and verify.

import { readFileSync } from 'node:fs'
import { Argument, type Command, InvalidArgumentError as CommandFault } from 'commander'
import { outboundOptions } from '../../../config/settings.ts'
import { isUuid } from '../../../kernel/id.ts'
import { inEachCell } from '../../../platform/database/cells.ts'
import { statement } from '../../../platform/database/database.ts'
import { openOutbound } from '../../../platform/network/outbound.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { checkSignature } from '../../../portal/requests/check-signature.ts'
import { resendMany } from '../../../webhooks/delivery/admin-search.ts'
import { deliveryId, hasDeliveryId } from '../../../webhooks/delivery/deliveries.ts'
import { sendTestEvent } from '../../../webhooks/test-receiver/test-event.ts'
import { print, urlOption } from '../print.ts'
import { commandLineAdmin, withDatabase, withMerchant } from '../with-database.ts'
import { addCertify } from './certify.ts'
import { addListen } from './listen.ts'
import { type Sample, samples } from './samples.ts'

export function addWebhooks(program: Command): void {
  const webhooks = program
    .command('webhooks')
    .description(
      'forward events to a local handler, send a sample, certify a handler, resend events, and check signatures',
    )
  for (const add of [addListen, addSend, addCertify, addResend, addVerify]) add(webhooks)
}

type Options = { reason: string; json?: boolean }

const findDeliveries = statement<{ id: string }>(
  'find_webhook_deliveries',
  `select ${deliveryId} as id from webhook_event t where ${hasDeliveryId('$1::uuid[]')} order by t.id`,
)

function addResend(webhooks: Command): void {
  webhooks
    .command('resend')
    .description('resend events to their callback_url and to listeners, with the same ids and bytes')
    .argument('<event_id...>', 'the value of X-Service-Event-Id', eventIds)
    .option('--reason <reason>', 'why, for the audit log', 'resent at the command line')
    .option('--json', 'print one JSON object')
    .action((requests: string[], options: Options) =>
      withDatabase(async ({ cells, secrets, clock }) => {
        const found = await inEachCell(cells, (db) => db.rows(findDeliveries, [requests]))
        const known = new Set(found.flat().map(({ id }) => id))
        const unknown = requests.filter((id) => !known.has(id))
        if (unknown.length > 0) throw new Error(`no event has the id ${unknown.join(', ')}`)
        const act = { reason: options.reason, admin: commandLineAdmin() }
        // No wake-up is needed: the running system polls four times a second.
        const needs = { cells, secrets, clock, wake: () => {} }
        const resent = await resendMany(needs, requests, act)
        const results = Object.fromEntries(resent.map(({ id, result }) => [id, result]))
        print(results, options)
      }),
    )
}

function eventIds(value: string, before: string[] = []): string[] {
  if (!isUuid(value)) throw new CommandFault(`${value} is not an event id`)
  return [...new Set([...before, value.toLowerCase()])]
}

type VerifyOptions = {
  merchant: string
  signature: string
  timestamp?: string
  eventId?: string
  body?: string
  bodyFile?: string
  json?: boolean
}

function addVerify(webhooks: Command): void {
  webhooks
    .command('verify')
    .description('check a received webhook and explain why it is not genuine; exits 1 if it is not')
    .requiredOption('--merchant <merchant_code>', 'the merchant that received it')
    .requiredOption('--signature <header>', 'X-Service-Signature as received')
    .option('--timestamp <header>', 'X-Service-Timestamp as received')
    .option('--event-id <header>', 'X-Service-Event-Id, to look up what was sent')
    .option('--body <text>', 'the body as received')
    .option('--body-file <file>', 'a file with the bytes of the body; - for standard input')
    .option('--json', 'print one JSON object')
    .action((options: VerifyOptions) =>
      withMerchant(options.merchant, async ({ db, secrets, settings }, merchant) => {
        const { id, merchant_code: merchantCode, environment } = merchant
        const { BASE_URL: baseUrl } = settings
        const headers = headersOf(options)
        const sent = { kind: 'webhook', headers, body: bodyOf(options) }
        const session = { merchantId: BigInt(id), merchantCode, environment }
        const verdict = await checkSignature({ db, secrets, wallClock: systemClock, baseUrl }, session, sent)
        print(verdict, options)
        if (!verdict.valid) process.exitCode = 1
      }),
    )
}

function headersOf({ signature, timestamp, eventId }: VerifyOptions): Record<string, string> {
  return {
    'x-service-signature': signature,
    ...(timestamp && { 'x-service-timestamp': timestamp }),
    ...(eventId && { 'x-service-event-id': eventId }),
  }
}

function bodyOf({ body, bodyFile }: VerifyOptions): string {
  if ((body === undefined) === (bodyFile === undefined))
    throw new Error('pass the body with either --body or --body-file')
  return body ?? readFileSync(bodyFile === '-' ? 0 : (bodyFile as string), 'utf8')
}

type SendOptions = { merchant: string; to?: string; set?: [string, string][]; json?: boolean }

function addSend(webhooks: Command): void {
  webhooks
    .command('send')
    .description('send a sample event, signed like a real one; exits 1 if it is not accepted')
    .addArgument(new Argument('<kind>', 'the kind of event').choices(Object.keys(samples)))
    .requiredOption('--merchant <merchant_code>', 'the merchant whose webhook secret signs it')
    .option('--to <url>', "the URL to send it to; by default the merchant's callback_url", urlOption)
    .option('--set <field=value>', 'change a value in the body; can be repeated', setting)
    .option('--json', 'print one JSON object')
    .action((kind: string, options: SendOptions) =>
      withMerchant(options.merchant, async ({ db, secrets, settings }, merchant) => {
        const url = options.to ?? merchant.callback_url
        if (!url) throw new Error(`${merchant.merchant_code} has no callback_url: name a URL with --to`)
        const sample = changed(samples[kind]!(systemClock.now()), options.set ?? [])
        // In a sandbox this may call the local machine, since the user has a shell on it; in production only public addresses.
        const outbound = openOutbound(outboundOptions(settings))
        const needs = { db, secrets, outbound, wallClock: systemClock }
        const response = await sendTestEvent(needs, { merchantId: BigInt(merchant.id), url, ...sample })
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
