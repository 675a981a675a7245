// npm run rig -- NAME: the one door to the programs that try to break the product, or measure it.
import { WrongOption } from './options.ts'

const rigs: Readonly<Record<string, readonly [does: string, open: () => Promise<unknown>]>> = {
  simulate: [
    'the whole product on virtual time, from seeds that can be replayed',
    () => import('./simulation/main.ts'),
  ],
  chaos: ['kills, stops and restarts of real processes under load', () => import('./chaos/main.ts')],
  history: [
    'what concurrent clients saw of payments and wallets is linearizable',
    () => import('./history/main.ts'),
  ],
  failover: ['the primary database dies', () => import('./failover/main.ts')],
  cells: ['servers of a deployment over several die, and cells are moved', () => import('./cells/main.ts')],
  batch: ['a batch of transfers is paid once while every process is killed', () => import('./batch/main.ts')],
  feed: ['a reader of the feed of events misses none', () => import('./feed/main.ts')],
  fuzz: ['valid and hostile requests to every route', () => import('./fuzz/main.ts')],
  mutants: ['each guard of the code has a test that fails without it', () => import('./mutants/main.ts')],
  bench: ['how many requests are served, at what latency and cost', () => import('./bench/main.ts')],
  limits: ['what limit rules find in a generated year of transfers', () => import('./limits/main.ts')],
  upload: ['a file that is sent over a slow and broken network', () => import('./upload/main.ts')],
  screening: [
    'how many listed persons are found, and how many others are held',
    () => import('./screening/main.ts'),
  ],
}

const [, , name = '', ...rest] = process.argv
const rig = Object.hasOwn(rigs, name) ? rigs[name] : undefined
if (rig) {
  process.argv.splice(2, 1)
  try {
    await rig[1]()
  } catch (error) {
    if (!(error instanceof WrongOption)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
} else {
  const list = Object.entries(rigs).map(([each, [does]]) => `  ${each.padEnd(10)} ${does}\n`)
  const isHelp = ['', '--help', '-h'].includes(name) && rest.length === 0
  const said = isHelp ? '' : `There is no rig ${name}.\n\n`
  const text = `${said}npm run rig -- NAME [options], where NAME is one of\n\n${list.join('')}\nNAME --help lists the options of each.\n`
  ;(isHelp ? process.stdout : process.stderr).write(text)
  process.exitCode = isHelp ? 0 : 2
}
