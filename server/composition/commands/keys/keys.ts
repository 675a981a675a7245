// The `keys rotate` and `keys status` commands for the master key; `keys receipts` is in receipt-keys.ts.
import type { Command } from 'commander'
import { systemClock } from '../../../platform/time/clock.ts'
import { rotateKeys, sealedUnder } from '../../master-key/key-rotation.ts'
import { commandLineAdmin } from '../support/operating-user.ts'
import { withDatabase } from '../support/with-database.ts'
import { addReceiptKeys } from './receipt-keys.ts'

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('manage the key that encrypts stored secrets, and the keys that sign receipts')

  addReceiptKeys(keys)

  keys
    .command('rotate')
    .description(
      're-encrypt with MASTER_KEY what MASTER_KEY_PREVIOUS encrypted; can be stopped and run again',
    )
    .option('--json', 'print one JSON object')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ db, secrets, settings }) => {
        if (settings.MASTER_KEY_PREVIOUS === undefined)
          throw new Error('MASTER_KEY_PREVIOUS: must be set to the old master key')
        const done = await rotateKeys({ db, secrets, clock: systemClock }, commandLineAdmin(), (column) => {
          if (!json) console.log(`${column.column.padEnd(42)} ${column.sealed_anew} re-encrypted`)
        })
        if (json) console.log(JSON.stringify(done))
      }),
    )

  keys
    .command('status')
    .description('decrypt every encrypted value; exits 1 if any is not encrypted with MASTER_KEY')
    .option('--json', 'print one JSON array')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ db, secrets }) => {
        const states = await sealedUnder(db, secrets)
        if (json) console.log(JSON.stringify(states))
        else
          for (const { column, current, previous, unreadable } of states)
            console.log(
              `${column.padEnd(42)} ${current} current, ${previous} previous, ${unreadable} unreadable`,
            )
        if (states.some(({ previous, unreadable }) => previous + unreadable > 0)) process.exitCode = 1
      }),
    )
}
