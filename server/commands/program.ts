// Defines the command line from the command files beside this one.
import { Command, CommanderError } from 'commander'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import { addCompletion } from './completion.ts'
import { addDemo } from './demo/demo.ts'
import { addDoctor } from './doctor.ts'
import { addHelpTexts, configureHelp } from './help.ts'
import { addKeys } from './keys/keys.ts'
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
    .description('Likuta: bank-card payments and transfers to mobile-money wallets')
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
  configureHelp(program)
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
  addHelpTexts(program)
  return program
}

/** Runs the command line. A usage error or failure is written as one line, with exit code 2 or 1. */
export async function runProgram(): Promise<void> {
  ignoreClosedOutput()
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

/**
 * Lets a command finish when the reader of its output has left, as `head` does: exiting at once would leave an embedded
 * database running.
 */
function ignoreClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
