// What the person who pays by file does, with repeats where a process was killed under the request.
import { setTimeout as wait } from 'node:timers/promises'
import type { Credentials } from '../../server/merchants/identity/register.ts'
import type { Scene } from '../chaos/scene.ts'
import { type Clients, openClients } from '../simulation/callers/clients.ts'
import { openChance } from '../simulation/kernel/chance.ts'
import type { PayrollRow } from './rows.ts'

const path = '/api/v1/remittance/batches'
export const tries = 60

export function clientsOf(scene: Scene): Clients {
  const sleep = async (ms: number) => void (await wait(Math.min(ms, 500)))
  const { request, adminHeaders, rows } = scene
  return openClients({
    ...{ request, adminHeaders, sleep, store: { rows }, time: { now: () => Date.now() } },
    chance: openChance(1),
  })
}

export async function topUp(clients: Clients, as: Credentials, amount: number): Promise<void> {
  const sent = { key: clients.newKey(), tries }
  const response = await clients.basic(as, '/api/v1/remittance/sandbox/topup', { amount }, sent)
  if (response?.status !== 200) throw new Error(`top-up: ${JSON.stringify(response)}`)
}

/** A repeat of an upload that got no response names the batch. */
export async function upload(
  clients: Clients,
  as: Credentials,
  rows: readonly PayrollRow[],
): Promise<string> {
  const response = await clients.basic(as, path, { rows }, { tries })
  const id = response?.body?.data?.batch_id ?? response?.body?.errors?.[0]?.message
  if (!id) throw new Error(`upload: ${JSON.stringify(response)}`)
  return id
}

export async function confirm(clients: Clients, as: Credentials, id: string): Promise<void> {
  const shown = await clients.readPortal(as, `batches/${id}`, { tries })
  const { counts, total_debit: total } = shown!.body.data
  const response = await clients.portal(
    as,
    `batches/${id}/confirm`,
    { count: counts.ready, total },
    { tries },
  )
  // A repeat of a confirmation that got no response finds the batch confirmed.
  if (response?.status !== 200 && response?.status !== 409)
    throw new Error(`confirmation: ${JSON.stringify(response)}`)
}

export async function reaches(scene: Scene, id: string, state: string): Promise<void> {
  for (;;) {
    const [batch] = await scene.rows('select state from batch where batch_id = $1', [id])
    if (batch?.state === state) return
    await wait(200)
  }
}
