// The `webhooks certify` command: sends 24 checks to a handler, also on this machine, and prints what each found.
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { outboundOptions } from '../../../config/settings.ts'
import { openOutbound } from '../../../platform/network/outbound.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { openSigningKeys } from '../../../receipts/keys.ts'
import { acceptsAnything, genuineCause } from '../../../webhooks/certification/advice.ts'
import { type Certification, certifyHandler } from '../../../webhooks/certification/certify.ts'
import { certifyMerchant } from '../../../webhooks/certification/certify-merchant.ts'
import type { CheckResult } from '../../../webhooks/certification/checks.ts'
import { secondsBetweenRuns } from '../../../webhooks/certification/report.ts'
import { checkTexts, genuineMends, unsignedTexts } from '../../../webhooks/certification/texts.ts'
import { urlOption } from '../print.ts'
import { withMerchant } from '../with-database.ts'

type Options = { merchant?: string; report?: string; json?: boolean }

/** The variable that holds the webhook secret of a handler, as in the guides. */
const secretVariable = 'LIKUTA_CALLBACK_SECRET'

export function addCertify(webhooks: Command): void {
  webhooks
    .command('certify')
    .description('send 24 checks to a handler and name its faults; exits 1 if one fails or cannot be run')
    .argument('<url>', 'where the handler listens, such as localhost:3000/webhooks', urlOption)
    .option(
      '--merchant <merchant_code>',
      `the sandbox merchant whose webhook secret the handler checks, read from the database of the service; without it ${secretVariable} is used, and nothing is stored`,
    )
    .option('--report <file>', 'write the signed report to a file (with --merchant)')
    .option('--json', 'print the report as one JSON object')
    .action(async (url: string, options: Options) => {
      const { merchant } = options
      if (merchant === undefined) await certifyBySecret(url, options)
      else await certifyOf(merchant, url, options)
    })
}

/** Needs no service: a developer runs it beside the handler. */
async function certifyBySecret(url: string, { report, json }: Options): Promise<void> {
  const secret = process.env[secretVariable]
  if (!secret)
    throw new Error(
      `name a sandbox merchant with --merchant, or put the webhook secret into ${secretVariable}`,
    )
  if (report) throw new Error('only a report about a merchant is signed: add --merchant')
  const outbound = openOutbound({ reach: 'private' })
  const found = await certifyHandler(
    { outbound, wallClock: systemClock },
    { url, secrets: [secret], headers: {} },
  ).finally(() => outbound.close())
  finish({ url, ...found }, { json })
}

function certifyOf(code: string, url: string, options: Options): Promise<void> {
  return withMerchant(code, async (needs, merchant) => {
    const { merchant_code: merchantCode, environment, id } = merchant
    if (environment !== 'sandbox')
      throw new Error(`${merchantCode} is live: certify its handler with a sandbox merchant`)
    const outbound = openOutbound(outboundOptions(needs.settings))
    const { secrets, clock, cells } = needs
    const keyNeeds = { db: cells.control, secrets, clock }
    const report = await certifyMerchant(
      { ...keyNeeds, wallClock: systemClock, outbound, signingKey: openSigningKeys(keyNeeds) },
      { merchantId: BigInt(id), merchantCode, environment, url },
      'command_line',
    ).finally(() => outbound.close())
    if (!report) throw new Error(`another run began less than ${secondsBetweenRuns} seconds ago`)
    if (options.report) writeFileSync(options.report, `${report.signed_report}\n`)
    finish(report, options)
  })
}

type Found = Certification & { url: string }

function finish(found: Found, { json }: { json?: boolean | undefined }): void {
  if (json) console.log(JSON.stringify(found))
  else printReport(found)
  const isFaulty = found.checks.some(({ result }) => result === 'failed' || result === 'not_run')
  if (isFaulty) process.exitCode = 1
}

function printReport({ result, checks, url }: Found): void {
  for (const check of checks) for (const line of linesOf(check)) console.log(line)
  if (acceptsAnything(checks)) {
    const { name, cost, mend } = unsignedTexts.en
    console.log(`\n${name}. ${cost}\n${mend}`)
  }
  const count = (wanted: CheckResult['result']) => checks.filter((check) => check.result === wanted).length
  const counts = (['passed', 'failed', 'not_observed', 'not_run'] as const)
    .filter((wanted) => count(wanted) > 0)
    .map((wanted) => `${count(wanted)} ${wanted.replaceAll('_', ' ')}`)
  console.log(`\n${result}: ${counts.join(', ')}  ${url}`)
}

function linesOf({ id, result, expected, received }: CheckResult): string[] {
  const { name, cost, mend } = checkTexts.en[id]
  const line = `${result.replaceAll('_', ' ').padEnd(13)} ${id.padEnd(22)} ${name}`
  if (result !== 'failed') return [line]
  const indent = ' '.repeat(14)
  const advice = id === 'genuine' ? genuineMends.en[genuineCause(received)] : mend
  return [
    line,
    `${indent}expected ${expected}, received ${received}`,
    `${indent}${cost}`,
    `${indent}${advice}`,
  ]
}
