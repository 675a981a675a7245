// The `disputes` command: imports cases that the gateway's report lacks.
import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import { audit } from '../../admin/audit.ts'
import {
  disputeColumnsOfFile,
  faultsOfFile,
  readDisputeFile,
} from '../../cards/disputes/report/import-file.ts'
import { applyLines } from '../../cards/disputes/report/read-report.ts'
import type { DisputeLine } from '../../cards/gateway/gateway.ts'
import { defaultEnvironment } from '../../cards/payments/reconciliation-api.ts'
import type { Environment } from '../../kernel/environment.ts'
import { type Log, type LogFields, silentLog } from '../../platform/process/log.ts'
import { print } from './print.ts'
import { commandLineAdmin, withDatabase } from './with-database.ts'

type Options = { environment?: Environment; json?: boolean }

export function addDisputes(program: Command): void {
  program
    .command('disputes')
    .description('disputes of card payments that the gateway did not report')
    .command('import <file>')
    .description(`apply the lines of a CSV file with the columns ${disputeColumnsOfFile.join(', ')}`)
    .option(
      '--environment <environment>',
      'sandbox or production; by default that of the deployment',
      environmentOption,
    )
    .option('--json', 'print one JSON object')
    .action((file: string, options: Options) =>
      withDatabase(async ({ db, cells, secrets, clock, settings }) => {
        const { lines, faults } = readDisputeFile(await readFile(file, 'utf8'), clock.now())
        if (faults.length > 0) throw new Error(faults.join('\n'))
        const environments = Object.keys(settings.gateways) as Environment[]
        const environment = options.environment ?? defaultEnvironment(environments)
        const contradictions = await faultsOfFile(cells, environment, lines)
        if (contradictions.length > 0) throw new Error(contradictions.join('\n'))
        const admin = commandLineAdmin()
        // A line that says `won` pays a merchant: the entry names whoever is paid or loses by this file.
        const decisions = decisionsOf(lines)
        const detail = { lines: String(lines.length), environment, ...(decisions && { decisions }) }
        await db.transaction(async (sql) =>
          audit(sql, secrets, {
            admin,
            action: 'dispute.imported',
            subject: 'disputes',
            detail,
            now: clock.now(),
          }),
        )
        const notes = openNotes()
        const needs = { cells, clock, log: notes.log, fees: settings.CARD_DISPUTE_FEE ?? {} }
        const results = await applyLines(needs, environment, lines)
        const count = (result: string) => results.filter((each) => each === result).length
        print(
          {
            applied: count('applied'),
            known: count('known'),
            exceptions: count('exception'),
            waiting: count('waiting'),
          },
          options,
        )
        for (const line of notes.lines) process.stderr.write(`${line}\n`)
        if (count('waiting') > 0) process.exitCode = 1
      }),
    )
}

/** Collects why a case waits or needs a decision, for the person who imports it. */
function openNotes(): { lines: string[]; log: Log } {
  const lines: string[] = []
  const note = (message: string, { reason = '', error }: LogFields = {}) => {
    const cause = error instanceof Error ? ` (${error.message})` : ''
    lines.push(`case ${reason}: ${message}${cause}`)
  }
  const info = (message: string, fields?: LogFields) => {
    if (fields?.state === undefined) note(message, fields)
  }
  return { lines, log: { ...silentLog, info, warn: note, error: note } }
}

/** `won CB-1, lost CB-2`; empty for a file without decisions. */
function decisionsOf(lines: readonly DisputeLine[]): string {
  const decided = lines.filter(({ kind }) => kind === 'won' || kind === 'lost')
  return decided.map(({ kind, caseNumber }) => `${kind} ${caseNumber}`).join(', ')
}

function environmentOption(value: string): Environment {
  if (value !== 'sandbox' && value !== 'production')
    throw new CommandFault(`${value} is not one of sandbox, production`)
  return value
}
