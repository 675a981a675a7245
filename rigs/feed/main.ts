// npm run rig -- feed: writes events whose transactions are slow to commit and killed, and reads the feed meanwhile. It exits with 1 where a
// reader missed an event, saw it twice, or saw those of a payment in another order.
import { randomBytes } from 'node:crypto'
import { registerMerchant } from '../../server/merchants/identity/register.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import { openSecrets } from '../../server/platform/secrets.ts'
import { systemClock } from '../../server/platform/time/clock.ts'
import { startTestPostgres } from '../../test/support/database/database.setup.ts'
import { faultsOf, runFeed } from '../../test/support/messages/event-feed.ts'
import { readOptions } from '../options.ts'

const { values } = readOptions({
  name: 'feed',
  does: 'a reader of the feed of events misses none',
  options: {
    events: { type: 'string', default: '100000', means: 'how many are written' },
    writers: { type: 'string', default: '20', means: 'that write at once' },
  },
})
const print = (line: string) => void process.stdout.write(`${line}\n`)

const postgres = await startTestPostgres('feed')
try {
  const started = performance.now()
  const owner = { merchantId: await newMerchant(postgres.url), environment: 'sandbox' }
  const { fed, second, byId, killed, written } = await runFeed({
    ...{ url: postgres.url, owner, events: Number(values.events), writers: Number(values.writers) },
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  print(`${written} events by ${values.writers} writers, which were killed ${killed} times, in ${seconds} s`)
  const faults = [...faultsOf(fed, written), ...faultsOf(second, written)]
  for (const fault of faults.slice(0, 20)) print(`WRONG: ${fault}`)
  if (faults.length === 0) print('two readers of the feed saw each once, in the order of their payments')
  print(
    `whoever asks for greater ids: ${faultsOf(byId, written)[0] ?? 'missed none, so this run proves little'}`,
  )
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
}

async function newMerchant(url: string): Promise<bigint> {
  const db = openDatabase(url, { connections: 1, name: 'feed' })
  try {
    const secrets = openSecrets(randomBytes(32))
    await registerMerchant(
      { db, secrets, clock: systemClock, merchantPrefix: 'LKT' },
      { name: 'Shop', email: 'shop@example.com', environment: 'sandbox', password: 'correct horse battery' },
    )
    const [row] = await db.rows<{ id: bigint }>({ name: '', text: 'select id from merchant' })
    return row!.id
  } finally {
    await db.close()
  }
}
