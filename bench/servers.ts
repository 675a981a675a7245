// Starts the processes under test and asks them what they have used.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../server/platform/free-port.ts'

export const subjects = ['product', 'no database', 'row by row'] as const
export type Subject = (typeof subjects)[number]

export type Usage = { cpuMicroseconds: number; statements: number; memoryBytes: number }

export const adminToken = 'bench-token-0123456789'
export type Server = { subject: Subject; url: string; usage(): Promise<Usage>; stop(): Promise<void> }

export async function startServer(
  subject: Subject,
  options: { databaseUrl: string; masterKey: string },
): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { PATH = '', HOME = '' } = process.env
  const child = fork(new URL('server.ts', import.meta.url), [subject], {
    execArgv: ['--disable-warning=ExperimentalWarning', ...profiling(subject)],
    env: {
      PATH,
      HOME,
      PORT: String(port),
      BASE_URL: url,
      DATABASE_URL: options.databaseUrl,
      MASTER_KEY: options.masterKey,
      LOG_LEVEL: 'error',
      // Never called: no workload reaches a gateway yet.
      CARD_GATEWAY_SANDBOX_URL: 'http://localhost:9',
      CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'bench',
      CARD_GATEWAY_SANDBOX_KEY_ID: 'bench',
      CARD_GATEWAY_SANDBOX_SHARED_SECRET: options.masterKey,
      ADMIN_TOKENS: `bench:${adminToken}`,
      RATE_LIMIT_PER_SECOND: '99999',
      RATE_LIMIT_BURST: '99999',
    },
  })
  const gone = once(child, 'exit')
  await heard(child, gone)
  return {
    subject,
    url,
    async usage() {
      child.send('usage')
      return (await heard(child, gone)) as Usage
    },
    async stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await gone
      clearTimeout(timer)
    },
  }
}

/** `BENCH_PROFILE=<folder>` leaves a CPU profile of the product there. */
function profiling(subject: Subject): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder && subject === 'product' ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

async function heard(child: ChildProcess, gone: Promise<unknown[]>): Promise<unknown> {
  const died = gone.then(([code]) => {
    throw new Error(`a server under test ended: exit ${code}`)
  })
  const [message] = await Promise.race([once(child, 'message'), died])
  return message
}
