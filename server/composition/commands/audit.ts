// The `audit verify` command: verifies the chain of the audit log.
import { type Command, InvalidArgumentError } from 'commander'
import { type AuditHead, verifyAudit } from '../../admin/audit.ts'
import { withDatabase } from './support/with-database.ts'

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
      withDatabase(async ({ db, secrets }) => {
        const verdict = await verifyAudit(db, secrets, head)
        const { broken, rows } = verdict
        if (json) console.log(JSON.stringify(verdict))
        else console.log(broken ? `row ${broken.seq} ${broken.reason}` : `${rows} rows, unbroken`)
        if (broken) process.exitCode = 1
      }),
    )
}

function readHead(text: string): AuditHead {
  const [, seq, hash] = /^([1-9][0-9]*):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined)
    throw new InvalidArgumentError('Give a number, a colon and 64 hexadecimal digits, as the log has them.')
  return { seq, hash }
}
