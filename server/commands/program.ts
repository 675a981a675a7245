// Every command of the program. Each is a file beside this one.
import { Command, CommanderError } from 'commander'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addCompletion } from './completion.ts'
import { addDemo } from './demo/demo.ts'
import { addDoctor } from './doctor.ts'
import { addKeys } from './keys.ts'
import { addLoadTest } from './loadtest.ts'
import { addMerchant } from './merchant/merchant.ts'
import { addMigrate } from './migrate.ts'
import { addOperators } from './operators.ts'
import { addReconcile } from './reconcile.ts'
import { addScreening } from './screening.ts'
import { addStart } from './start/start.ts'
import { addWebhooks } from './webhooks/webhooks.ts'

export function openProgram(): Command {
  const program = new Command('likuta')
    .description('Payment platform: bank cards and mobile-money remittance')
    .exitOverride()
    .showHelpAfterError('(add --help for what there is)')
  for (const add of [
    addStart,
    addMigrate,
    addDoctor,
    addMerchant,
    addOperators,
    addScreening,
    addReconcile,
    addAudit,
    addBackup,
    addKeys,
    addWebhooks,
    addDemo,
    addLoadTest,
    addCompletion,
  ])
    add(program)
  return program
}

/** Does what the words of the command line say. Its fault or failure is told in a line, and in the exit code. */
export async function runProgram(): Promise<void> {
  try {
    await openProgram().parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
  }
}
