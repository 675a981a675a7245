// The `audit verify` command: verifies the chain of the audit log.
import { type Command, InvalidArgumentError } from 'commander'
import { type AuditHead, type AuditVerdict, verifyAudit } from '../../admin/audit.ts'
import { renderRun, retentionReport } from '../../admin/retention/admin-api.ts'
import { placesOf } from '../../admin/retention/kind.ts'
import { runRetention } from '../../admin/retention/run-retention.ts'
import { silentLog } from '../../platform/process/log.ts'
import { retainedKinds } from '../retention.ts'
import { commandLineAdmin, withDatabase } from './with-database.ts'

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('check the audit log of admin actions')
    .command('verify')
    .description('verify the chain; names the first row that was changed, removed or added by hand')
    .option(
      '--head <head>',
      'the audit_head of a line "audit log extended" of the log, which must be in the chain',
      readHead,
    )
    .option('--json', 'print one JSON object')
    .action(({ json, head }: { json?: boolean; head?: AuditHead }) =>
      withDatabase(async ({ cells, secrets }) => {
        const verdict = await verifyAudit(cells, secrets, head)
        const { broken, rows } = verdict
        if (json) console.log(JSON.stringify(verdict))
        else console.log(broken ? faultOf(broken) : `${rows} rows, unbroken`)
        if (broken) process.exitCode = 1
      }),
    )
}

const faultOf = ({ cell, seq, reason }: NonNullable<AuditVerdict['broken']>): string =>
  `${cell === undefined ? '' : cell === 0 ? 'control: ' : `cell ${cell}: `}row ${seq} ${reason}`

function readHead(text: string): AuditHead {
  const [, cell, seq, hash] = /^(?:([0-9]{1,2})\/)?([1-9][0-9]*):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined)
    throw new InvalidArgumentError('Give a number, a colon and 64 hexadecimal digits, as the log has them.')
  return { ...(cell !== undefined && { cell: Number(cell) }), seq, hash }
}

type Options = { json?: boolean; dryRun?: boolean }

export function addRetention(program: Command): void {
  const retention = program.command('retention').description('erase personal data past its retention')
  retention
    .command('show')
    .description('show how long each kind of data is kept, and what is past it')
    .option('--json', 'print one JSON object')
    .action(show)
  retention
    .command('run')
    .description('erase what is past its retention, and record the proof')
    .option('--dry-run', 'only count, like `show`')
    .option('--json', 'print one JSON object')
    .action((options: Options) => {
      if (options.dryRun) return show(options)
      return withDatabase(async ({ cells, secrets, clock, settings }) => {
        const runs: ReturnType<typeof renderRun>[] = []
        for (const kind of retainedKinds(settings))
          for (const db of placesOf(kind, cells)) {
            const needs = { db, secrets, clock, log: silentLog, kinds: [kind] }
            runs.push(...(await runRetention(needs, commandLineAdmin())).map(renderRun))
          }
        if (options.json) console.log(JSON.stringify({ runs }))
        else for (const { kind, erased, digest } of runs) console.log(`${kind}  ${erased} erased  ${digest}`)
      })
    })
}

function show({ json }: Options): Promise<void> {
  return withDatabase(async ({ cells, clock, settings }) => {
    const kinds = await retentionReport({ cells, clock, kinds: retainedKinds(settings) })
    if (json) {
      console.log(JSON.stringify({ kinds }))
      return
    }
    for (const { kind, days, reason, run } of kinds) {
      const period = days === null ? 'kept' : `${days} days`
      const due = run ? `${run.due}${run.capped ? ' or more' : ''} due` : ''
      console.log([kind.padEnd(20), period.padEnd(10), due.padEnd(16), reason].join('  ').trimEnd())
    }
  })
}
