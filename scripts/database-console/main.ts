// npm run db:console: an SQL console, without psql, on the database of the data directory or of DATABASE_URL. It works while the
// system runs; if the embedded PostgreSQL is not running, the console starts it and stops it at the end.
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { commandSettings } from '../../server/composition/commands/with-database.ts'
import { openDeployment } from '../../server/config/sandbox-deployment.ts'
import { openConsole } from './console.ts'

const { values: requested } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const print = (text: string) => void process.stdout.write(`${text}\n`)
const settings = { ...commandSettings(), PORT: 0 }
const deployment = await openDeployment(settings, { serve: false })
const client = new pg.Client({
  connectionString: deployment.settings.DATABASE_URL,
  application_name: 'likuta db:console',
  // This prevents mistakes, not intent: a connected user can set the option back.
  ...(!requested.write && { options: '-c default_transaction_read_only=on' }),
})
try {
  await client.connect()
  const { host, port, database } = client
  const isTerminal = process.stdin.isTTY === true
  if (isTerminal)
    print(
      `${host}:${port}/${database}, ${requested.write ? 'changes allowed' : 'read-only; --write allows changes'}; \\? for help`,
    )
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: isTerminal })
  const session = openConsole(client, print)
  const prompt = () => {
    if (!isTerminal) return
    lines.setPrompt(session.prompt())
    lines.prompt()
  }
  prompt()
  for await (const line of lines) {
    if (!(await session.line(line))) break
    prompt()
  }
  lines.close()
  if (session.hasFailed() && !isTerminal) process.exitCode = 1
} finally {
  await client.end()
  await deployment.stop()
}
