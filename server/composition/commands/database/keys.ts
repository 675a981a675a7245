// The `keys rotate` and `keys status` commands for the master key; `keys receipts` is in receipt-keys.ts.
import type { Command } from 'commander'
import { systemClock } from '../../../platform/time/clock.ts'
import type { ReceiptEnvironment } from '../../../receipts/receipt-facts.ts'
import { listKeys, rotateKey, withdraw } from '../../../receipts/rotate-key.ts'
import { rotateKeys, sealedUnder } from '../../key-rotation.ts'
import { print } from '../print.ts'
import { commandLineAdmin, withDatabase } from '../with-database.ts'

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
      withDatabase(async ({ cells, secrets, settings }) => {
        if (settings.MASTER_KEY_PREVIOUS === undefined)
          throw new Error('MASTER_KEY_PREVIOUS: must be set to the old master key')
        const done = await rotateKeys(
          { cells, secrets, clock: systemClock },
          commandLineAdmin(),
          (column) => {
            if (!json) console.log(`${column.column.padEnd(42)} ${column.sealed_anew} re-encrypted`)
          },
        )
        if (json) console.log(JSON.stringify(done))
      }),
    )

  keys
    .command('status')
    .description('decrypt every encrypted value; exits 1 if any is not encrypted with MASTER_KEY')
    .option('--json', 'print one JSON array')
    .action(({ json }: { json?: boolean }) =>
      withDatabase(async ({ cells, secrets }) => {
        const states = await sealedUnder(cells, secrets)
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

type Options = { environment?: string; now?: boolean; json?: boolean }

function addReceiptKeys(keys: Command): void {
  const receipts = keys.command('receipts').description('manage the keys that sign receipts')
  const environmentOption = [
    '--environment <name>',
    'sandbox or production; by default that of the deployment',
  ] as const

  receipts
    .command('list')
    .description('list the keys, oldest first: the one that signs, those that only verify, the next one')
    .option(...environmentOption)
    .option('--json', 'print one JSON array')
    .action(({ environment, json }: Options) =>
      withDatabase(async ({ db, settings }) => {
        const needs = { db, clock: systemClock }
        const found = await listKeys(needs, environmentOf(environment, settings))
        if (json) console.log(JSON.stringify(found))
        else
          for (const { key_id, state, starts_at } of found)
            console.log(`${key_id.padEnd(12)} ${state.padEnd(12)} from ${starts_at}`)
      }),
    )

  receipts
    .command('rotate')
    .description('publish a new key; it signs in two days, when pages that work offline have it')
    .option(...environmentOption)
    .option('--now', 'the new key signs at once; only after the current one has leaked')
    .option('--json', 'print one JSON object')
    .action(({ environment, now = false, json }: Options) =>
      withDatabase(async ({ db, secrets, settings }) => {
        const needs = { db, secrets, clock: systemClock, admin: commandLineAdmin() }
        const made = await rotateKey(needs, environmentOf(environment, settings), { atOnce: now })
        print(made, { ...(json && { json }) })
      }),
    )

  receipts
    .command('withdraw <key-id>')
    .description('stop publishing a key that has leaked: its receipts no longer verify')
    .option('--json', 'print one JSON object')
    .action((keyId: string, { json }: Options) =>
      withDatabase(async ({ db, secrets }) => {
        const needs = { db, secrets, clock: systemClock, admin: commandLineAdmin() }
        print(await withdraw(needs, keyId), { ...(json && { json }) })
      }),
    )
}

/** @throws Error for an unknown name. */
function environmentOf(
  name: string | undefined,
  { production }: { production: boolean },
): ReceiptEnvironment {
  if (name === undefined) return production ? 'production' : 'sandbox'
  if (name === 'sandbox' || name === 'production') return name
  throw new Error(`--environment: ${name} is neither sandbox nor production`)
}
