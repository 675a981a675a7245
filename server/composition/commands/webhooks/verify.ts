// The `webhooks verify` command: explains why a received webhook's signature fails.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { systemClock } from '../../../platform/time/clock.ts'
import { checkSignature } from '../../../portal/requests/check-signature.ts'
import { requireMerchantByCode } from '../merchant/find-merchant.ts'
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
    .description('check a received webhook and explain why it is not genuine; exits 1 if it is not')
    .requiredOption('--merchant <merchant_code>', 'the merchant that received it')
    .requiredOption('--signature <header>', 'X-Service-Signature as received')
    .option('--timestamp <header>', 'X-Service-Timestamp as received')
    .option('--event-id <header>', 'X-Service-Event-Id, to look up what was sent')
    .option('--body <text>', 'the body as received')
    .option('--body-file <file>', 'a file with the bytes of the body; - for standard input')
    .option('--json', 'print one JSON object')
    .action((options: Options) =>
      withDatabase(async ({ db, secrets, settings: { BASE_URL: baseUrl } }) => {
        const {
          id: merchantId,
          merchant_code: merchantCode,
          environment,
        } = await requireMerchantByCode(db, options.merchant)
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
    throw new Error('pass the body with either --body or --body-file')
  return body ?? readFileSync(bodyFile === '-' ? 0 : (bodyFile as string), 'utf8')
}
