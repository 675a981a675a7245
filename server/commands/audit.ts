// The `audit verify` command: verifies the chain of the audit log.
import type { Command } from 'commander'
import { verifyAudit } from '../admin/audit.ts'
import { withDatabase } from './support/with-database.ts'

export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('check the audit log of admin actions')
    .command('verify')
    .description('verify the chain; names the first row that was changed, removed or added by hand')
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ db, secrets }) => {
        const verdict = await verifyAudit(db, secrets)
        const { broken, rows } = verdict
        if (json) console.log(JSON.stringify(verdict))
        else console.log(broken ? `row ${broken.seq} ${broken.reason}` : `${rows} rows, unbroken`)
        if (broken) process.exitCode = 1
      }),
    )
}
