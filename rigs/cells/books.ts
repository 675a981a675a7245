// Whether the databases contain what was acknowledged, and agree with themselves, by SQL of this rig and by Likuta's own commands.
import type { Database } from '../../server/platform/database/database.ts'
import { faultsOf } from '../failover/books.ts'
import { until } from '../failover/workspace.ts'
import { type Kind, kinds, type Sent } from './load.ts'
import type { Ended, World } from './world.ts'

const paid = `('SUCCESS', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOIDED')`
const stored: Record<Kind, string> = {
  order: 'select transaction_uuid as key from card_transaction where transaction_uuid = any($1)',
  charge: `select transaction_uuid as key from card_transaction where transaction_uuid = any($1) and status in ${paid}`,
  transfer: 'select transaction_id as key from transfer where transaction_id = any($1)',
  refund: 'select cs_refund_id as key from card_refund where cs_refund_id = any($1)',
}
const atOnce = 1_000

/** The acknowledged writes that are missing from their cells. */
export async function lostOf(world: World, journal: readonly Sent[]): Promise<Sent[]> {
  const lost: Sent[] = []
  for (const { number, db } of world.cells)
    for (const kind of kinds) {
      const written = journal.filter(
        (one) => one.cell === number && one.kind === kind && one.key !== undefined,
      )
      for (let from = 0; from < written.length; from += atOnce)
        lost.push(...(await missingOf(db, kind, written.slice(from, from + atOnce))))
    }
  return lost
}

async function missingOf(db: Database, kind: Kind, written: readonly Sent[]): Promise<Sent[]> {
  const keys = written.map(({ key }) => key)
  const rows = await db.rows<{ key: string }>({ name: `drill_kept_${kind}`, text: stored[kind] }, [keys])
  const found = new Set(rows.map(({ key }) => key))
  return written.filter(({ key }) => !found.has(key!))
}

/** Calls of upstreams whose replies were lost are resolved in this time. */
const patienceSeconds = 240

/** Contradictions in the books once all that was under way has ended; empty when they agree. */
export async function faultsIn(world: World): Promise<string[]> {
  let found: string[] = []
  await until(
    'the books to agree',
    async () => {
      found = await lookForFaults(world).catch((error: unknown) => [String(error)])
      return found.length === 0 || undefined
    },
    patienceSeconds,
  ).catch(() => {})
  return found
}

async function lookForFaults({ cells, likuta }: World): Promise<string[]> {
  const ofMerchants = await Promise.all(cells.flatMap(({ beds }) => beds.map((bed) => faultsOf(bed))))
  const today = new Date().toISOString().slice(0, 10)
  const commands = [
    ['reconcile', '--environment', 'sandbox', '--date', today],
    ['audit', 'verify'],
  ]
  const ofCommands: string[] = []
  // Each takes a second of processor time, so they are asked once the merchants agree.
  if (ofMerchants.flat().length === 0)
    for (const words of commands) ofCommands.push(...faultOf(words, await likuta(...words)))
  return [...ofMerchants.flat(), ...ofCommands]
}

function faultOf(words: readonly string[], { code, output }: Ended): string[] {
  return code === 0 ? [] : [`likuta ${words.join(' ')} says: ${output.split('\n').slice(-4).join('; ')}`]
}
