// Compares the transfers of another merchant while a batch is sent with those while it is paused, in turns.
import { setTimeout as wait } from 'node:timers/promises'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import { exampleTransfer } from '../../server/remittance/acceptance/schemas.ts'
import { openJournal } from '../chaos/journal.ts'
import { openScene, type Scene } from '../chaos/scene.ts'
import type { Clients } from '../simulation/callers/clients.ts'
import { clientsOf, confirm, reaches, topUp, tries, upload } from './calls.ts'
import { payroll } from './rows.ts'

export type Options = { rounds: number; pace: number; print(line: string): void; signal: AbortSignal }

const turnMs = 30_000
/** Transfers of the other merchant, one at a time. */
const perSecond = 10
/** What the p99 of others may be, against that without a batch. */
const maxRatio = 1.3

/** @returns 1 where the transfers of others became slower than they may, 0 otherwise. */
export async function runBeside({ rounds, pace, print, signal }: Options): Promise<number> {
  // More rows than are sent meanwhile, so that the batch does not end in the last turn.
  const rows = payroll(Math.ceil(((rounds + 1) * turnMs * pace) / 1_000), -1)
  const scene = await openScene(openJournal(), signal, { BATCH_ROWS_PER_SECOND: String(pace) })
  try {
    const [as, other] = [await scene.register('ONG Mwangaza'), await scene.register('Other')]
    const clients = clientsOf(scene)
    for (const merchant of [as, other]) await topUp(clients, merchant, 9_000)
    const id = await upload(clients, as, rows)
    await reaches(scene, id, 'CHECKED')
    await confirm(clients, as, id)
    const times = { alone: [] as number[], beside: [] as number[] }
    // The first transfers of a process are slower.
    await transfersDuring(5_000, { clients, other })
    for (let round = 1; round <= rounds; round++) {
      times.beside.push(...(await transfersDuring(turnMs, { clients, other })))
      await act(clients, as, { id, verb: 'pause' })
      await reaches(scene, id, 'PAUSED')
      times.alone.push(...(await transfersDuring(turnMs, { clients, other })))
      print(
        `round ${round} of ${rounds}: p99 beside the batch ${p99(times.beside)} ms, alone ${p99(times.alone)} ms`,
      )
      if (round < rounds) await act(clients, as, { id, verb: 'resume' })
    }
    const ratio = p99(times.beside) / p99(times.alone)
    print(
      `${await sentOf(scene, id)} rows were sent meanwhile; p99 beside against alone: ${ratio.toFixed(2)}, at most ${maxRatio}`,
    )
    return ratio > maxRatio ? 1 : 0
  } finally {
    await scene.close()
  }
}

/** @returns how long each transfer took to be accepted, in milliseconds. */
async function transfersDuring(
  duration: number,
  { clients, other }: { clients: Clients; other: Credentials },
): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + duration
  for (let next = performance.now(); next < end; next += 1_000 / perSecond) {
    await wait(Math.max(0, next - performance.now()))
    const started = performance.now()
    const body = { ...exampleTransfer, amount: 0.2, reference: clients.newKey() }
    const response = await clients.basic(other, '/api/v1/remittance/inbound', body, { tries: 1 })
    if (response?.status !== 200) throw new Error(`transfer: ${JSON.stringify(response)}`)
    times.push(performance.now() - started)
  }
  return times
}

async function act(
  clients: Clients,
  as: Credentials,
  { id, verb }: { id: string; verb: 'pause' | 'resume' },
) {
  const response = await clients.portal(as, `batches/${id}/${verb}`, {}, { tries })
  if (response?.status !== 200) throw new Error(`${verb}: ${JSON.stringify(response)}`)
}

async function sentOf(scene: Scene, id: string): Promise<number> {
  const [batch] = await scene.rows(`select count(*) as count from transfer where reference like $1 || '/%'`, [
    id,
  ])
  return Number(batch.count)
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0) * 10) / 10
}
