#!/usr/bin/env node
// The command line. Each command is a file in commands/.
import { Command, CommanderError } from 'commander'
import { addAudit } from './commands/audit.ts'
import { addBackup } from './commands/backup.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addKeys } from './commands/keys.ts'
import { addMerchant } from './commands/merchant.ts'
import { addMigrate } from './commands/migrate.ts'
import { addOperators } from './commands/operators.ts'
import { addReconcile } from './commands/reconcile.ts'
import { addScreening } from './commands/screening.ts'
import { addStart } from './commands/start.ts'
import { addWebhooks } from './commands/webhooks.ts'

// Node calls the stripping of types from what browsers get experimental; nobody at this command line can act on that.
const [printWarning] = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', (warning) => warning.name === 'ExperimentalWarning' || printWarning?.(warning))

const program = new Command('mosolo')
  .description('Payment platform: bank cards and mobile-money remittance')
  .exitOverride()
  .showHelpAfterError('(add --help for what there is)')

for (const add of [
  addStart, addMigrate, addDoctor, addMerchant, addOperators, addScreening, addReconcile, addAudit,
  addBackup, addKeys, addWebhooks, addDemo,
]) // biome-ignore format: a list
  add(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
