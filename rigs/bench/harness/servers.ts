// Starts the processes under test and reads the resources they used.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../../server/platform/process/ports.ts'
import type { Checkout } from './checkout.ts'

/** The product, its controls, and `before`: the product of another checkout. */
export const subjects = [
  'product',
  'before',
  'row by row',
  'without limits',
  'bare Fastify',
  'gateway alone',
] as const
export type Subject = (typeof subjects)[number]

/** False for controls that are programs of their own: they use no database. */
export const hasDatabase = (subject: Subject): boolean => programs[subject] === undefined

/** Controls that are programs of their own. The others are the product's server, some with replaced modules. */
const programs: Partial<Record<Subject, URL>> = {
  'bare Fastify': new URL('../controls/bare-fastify.ts', import.meta.url),
  'gateway alone': new URL('../controls/gateway-alone.ts', import.meta.url),
}

export type Usage = {
  cpuMicroseconds: number
  statements: number
  /** Transactions of several statements; a single statement outside of them is its own commit. */
  transactions: number
  memoryBytes: number
}
/** `work`: from now on also apply operator callbacks; `rest`: stop that. */
export type Question = 'usage' | 'work' | 'rest'

export const adminToken = 'bench-token-0123456789'
export type Server = {
  subject: Subject
  url: string
  stop(): Promise<void>
} & Record<Question, () => Promise<Usage>>

export async function startServer(
  subject: Subject,
  options: {
    databaseUrl: string
    masterKey: string
    settings?: Record<string, string>
    checkout?: Pick<Checkout, 'serverModule'>
  },
): Promise<Server> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { PATH = '', HOME = '' } = process.env
  const module = programs[subject] ?? options.checkout?.serverModule ?? new URL('server.ts', import.meta.url)
  const child = fork(module, [subject === 'before' ? 'product' : subject], {
    execArgv: ['--disable-warning=ExperimentalWarning', ...profiling(subject)],
    env: {
      PATH,
      HOME,
      PORT: String(port),
      BASE_URL: url,
      DATABASE_URL: options.databaseUrl,
      MASTER_KEY: options.masterKey,
      LOG_LEVEL: 'error',
      // Never called, unless the settings give its address.
      CARD_GATEWAY_SANDBOX_URL: 'http://localhost:9',
      CARD_GATEWAY_SANDBOX_MERCHANT_ID: 'bench',
      CARD_GATEWAY_SANDBOX_KEY_ID: 'bench',
      CARD_GATEWAY_SANDBOX_SHARED_SECRET: options.masterKey,
      // Another name than that of the merchants: nobody decides about a merchant of their own.
      ADMIN_TOKENS: `operations:${adminToken}`,
      RATE_LIMIT_PER_SECOND: '99999',
      RATE_LIMIT_BURST: '99999',
      RATE_LIMIT_PAGES_PER_SECOND: '99999',
      ...options.settings,
    },
  })
  const removed = once(child, 'exit')
  await nextMessage(child, removed)
  const send = async (question: Question) => {
    child.send(question)
    return (await nextMessage(child, removed)) as Usage
  }
  return {
    subject,
    url,
    usage: () => send('usage'),
    work: () => send('work'),
    rest: () => send('rest'),
    async stop() {
      if (child.connected) child.disconnect()
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await removed
      clearTimeout(timer)
    },
  }
}

/** `BENCH_PROFILE=<folder>` writes a CPU profile of the product there. */
function profiling(subject: Subject): string[] {
  const folder = process.env.BENCH_PROFILE
  return folder && subject === 'product' ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : []
}

async function nextMessage(child: ChildProcess, removed: Promise<unknown[]>): Promise<unknown> {
  const died = removed.then(([code]) => {
    throw new Error(`a server under test ended: exit ${code}`)
  })
  const [message] = await Promise.race([once(child, 'message'), died])
  return message
}
