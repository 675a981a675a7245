// The commands `retention show` and `retention run`: what is past its retention, and erasing it.

import type { Command } from 'commander'
import { renderRun, retentionReport } from '../../admin/retention/admin-api.ts'
import { runRetention } from '../../admin/retention/run-retention.ts'
import { silentLog } from '../../platform/observability/log.ts'
import { retainedKinds } from '../retention.ts'
import { businessClock } from './start/business-clock.ts'
import { commandLineAdmin } from './support/operating-user.ts'
import { withDatabase } from './support/with-database.ts'

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
      return withDatabase(async ({ db, secrets, settings }) => {
        const clock = await businessClock(settings, db)
        const needs = { db, secrets, clock, log: silentLog, kinds: retainedKinds(settings) }
        const runs = (await runRetention(needs, commandLineAdmin())).map(renderRun)
        if (options.json) console.log(JSON.stringify({ runs }))
        else for (const { kind, erased, digest } of runs) console.log(`${kind}  ${erased} erased  ${digest}`)
      })
    })
}

function show({ json }: Options): Promise<void> {
  return withDatabase(async ({ db, settings }) => {
    const clock = await businessClock(settings, db)
    const kinds = await retentionReport({ db, clock, kinds: retainedKinds(settings) })
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
