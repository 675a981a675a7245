import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { systemClock } from '../../platform/time/clock.ts'
import { checkSignature } from '../../portal/signatures/check.ts'
import { merchantCalled } from '../merchant/find-merchant.ts'
import { print } from '../support/print.ts'
import { withDatabase } from '../support/with-database.ts'

type Options = {
  merchant: string
  signature: string
  timestamp?: string
  eventId?: string
  body?: string
  bodyFile?: string
  json?: boolean
}

export function addVerify(webhooks: Command): void {
  webhooks
    .command('verify')
    .description('whether a received webhook is genuine, and if not, why; exits 1 when it is not')
    .requiredOption('--merchant <merchant_code>', 'who received it')
    .requiredOption('--signature <header>', 'X-Service-Signature as it came')
    .option('--timestamp <header>', 'X-Service-Timestamp as it came')
    .option('--event-id <header>', 'X-Service-Event-Id: finds what was really sent')
    .option('--body <text>', 'the body as it came')
    .option('--body-file <file>', 'a file with the bytes of the body; - is the standard input')
    .option('--json', 'print one JSON object')
    .action((options: Options) =>
      withDatabase(async ({ db, secrets, settings: { BASE_URL: baseUrl } }) => {
        const {
          id: merchantId,
          merchant_code: merchantCode,
          environment,
        } = await merchantCalled(db, options.merchant)
        const headers = headersOf(options)
        const sent = { kind: 'webhook', headers, body: bodyOf(options) }
        const session = { merchantId, merchantCode, environment }
        const verdict = await checkSignature({ db, secrets, wallClock: systemClock, baseUrl }, session, sent)
        print(verdict, options)
        if (!verdict.valid) process.exitCode = 1
      }),
    )
}

function headersOf({ signature, timestamp, eventId }: Options): Record<string, string> {
  return {
    'x-service-signature': signature,
    ...(timestamp && { 'x-service-timestamp': timestamp }),
    ...(eventId && { 'x-service-event-id': eventId }),
  }
}

function bodyOf({ body, bodyFile }: Options): string {
  if ((body === undefined) === (bodyFile === undefined))
    throw new Error('give the body with --body or with --body-file')
  return body ?? readFileSync(bodyFile === '-' ? 0 : (bodyFile as string), 'utf8')
}
