// The `webhooks certify` command: sends 24 checks to a handler, also on this machine, and prints what each found.
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { outboundOptions } from '../../../config/settings.ts'
import { openOutbound } from '../../../platform/network/outbound.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { openSigningKeys } from '../../../receipts/keys.ts'
import { certifyMerchant } from '../../../webhooks/certification/certify-merchant.ts'
import type { CheckResult } from '../../../webhooks/certification/checks.ts'
import { type StoredReport, secondsBetweenRuns } from '../../../webhooks/certification/report.ts'
import { checkTexts } from '../../../webhooks/certification/texts.ts'
import { urlOption } from '../print.ts'
import { withMerchant } from '../with-database.ts'

type Options = { merchant: string; report?: string; json?: boolean }

export function addCertify(webhooks: Command): void {
  webhooks
    .command('certify')
    .description('send 24 checks to a handler and name its faults; exits 1 if it does not pass')
    .argument('<url>', 'where the handler listens, such as localhost:3000/webhooks', urlOption)
    .requiredOption(
      '--merchant <merchant_code>',
      'the sandbox merchant whose webhook secret the handler checks',
    )
    .option('--report <file>', 'write the signed report to a file')
    .option('--json', 'print the report as one JSON object')
    .action((url: string, options: Options) =>
      withMerchant(options.merchant, async (needs, merchant) => {
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
        if (options.json) console.log(JSON.stringify(report))
        else printReport(report)
        if (report.result !== 'passed') process.exitCode = 1
      }),
    )
}

function printReport({ result, checks, url }: StoredReport): void {
  for (const check of checks) for (const line of linesOf(check)) console.log(line)
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
  return [line, `${indent}expected ${expected}, received ${received}`, `${indent}${cost}`, `${indent}${mend}`]
}
