// Defines the command line from the command files beside this one.
import { Command, CommanderError } from 'commander'
import { addHelpTexts, configureHelp } from './help.ts'

/** Each command is in a file of its own, which is loaded only when its name was given, or for the help of all. */
const commands: Record<string, () => Promise<(program: Command) => void>> = {
  start: async () => (await import('./start/start.ts')).addStart,
  migrate: async () => (await import('./database/backup.ts')).addMigrate,
  cells: async () => (await import('./database/cells.ts')).addCells,
  doctor: async () => (await import('./doctor.ts')).addDoctor,
  merchant: async () => (await import('./merchant.ts')).addMerchant,
  staff: async () => (await import('./staff.ts')).addStaff,
  operators: async () => (await import('./doctor.ts')).addOperators,
  screening: async () => (await import('./screening.ts')).addScreening,
  retention: async () => (await import('./audit.ts')).addRetention,
  reconcile: async () => (await import('./reconcile.ts')).addReconcile,
  disputes: async () => (await import('./disputes.ts')).addDisputes,
  bank: async () => (await import('./bank.ts')).addBank,
  audit: async () => (await import('./audit.ts')).addAudit,
  backup: async () => (await import('./database/backup.ts')).addBackup,
  keys: async () => (await import('./database/keys.ts')).addKeys,
  webhooks: async () => (await import('./webhooks/webhooks.ts')).addWebhooks,
  demo: async () => (await import('./demo/demo.ts')).addDemo,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  loadtest: async () => (await import('./loadtest.ts')).addLoadTest,
  completion: async () => (await import('./completion.ts')).addCompletion,
}
const needsAll = 'completion'

/** @param name defines this command only; all commands are defined where no command has the name. */
export async function openProgram(name?: string): Promise<Command> {
  const program = new Command('likuta')
    .description('Likuta: bank-card payments and transfers to mobile-money wallets')
    .exitOverride()
    .showHelpAfterError('(add --help for usage)')
  configureHelp(program)
  const isOne = name !== undefined && name !== needsAll && Object.hasOwn(commands, name)
  for (const load of isOne ? [commands[name]!] : Object.values(commands)) (await load())(program)
  addHelpTexts(program)
  return program
}

/** Runs the command line. A usage error or failure is written as one line, with exit code 2 or 1. */
export async function runProgram(): Promise<void> {
  ignoreClosedOutput()
  try {
    await (await openProgram(process.argv[2])).parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else {
      process.stderr.write(`${failureText(error)}\n`)
      process.exitCode = 1
    }
  }
}

/** The names that PostgreSQL and the system have for a database that cannot be reached or refuses the sign-in. */
const databaseFaults =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|28P01|28000|3D000|53300|57P03)$/

/** A refused connection to a name with two addresses has no message of its own. */
function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '' } = error as { code?: string }
  const text = error.message || code
  if (text.startsWith('DATABASE_URL')) return text
  const isUnreachable = databaseFaults.test(code) || /^(timeout expired|Connection terminated)/.test(text)
  return isUnreachable ? `DATABASE_URL: the database cannot be used: ${text}` : text
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
