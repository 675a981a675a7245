// The load of a run: payments and wallets, one after another, each with its clients, and a last look at all of them.
import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { openClients } from '../simulation/callers/clients.ts'
import { checkAcknowledged } from '../simulation/checks/webhook-checks.ts'
import { acknowledgedIn } from './acknowledged.ts'
import type { Checker, Verdict } from './checker.ts'
import { payOnce, readRefunds, readStatus } from './clients/payments.ts'
import type { Place, Stage } from './clients/stage.ts'
import { readLines, useWallet } from './clients/wallets.ts'
import { type Output, openHistory } from './operations.ts'

export function openStage(place: Place): Stage {
  let number = 0
  return {
    place,
    clients: openClients(place),
    history: openHistory(),
    payments: [],
    wallets: [],
    next: () => ++number,
  }
}

export type Size = {
  /** How many payments, and how many wallets, are in use at once. */
  payments: number
  wallets: number
  isOver(): boolean
  onError(error: unknown): void
}

export async function act(stage: Stage, { payments, wallets, isOver, onError }: Size): Promise<void> {
  const queue = async (use: (stage: Stage) => Promise<void>) => {
    // A failure, such as that of a query while the database is down, ends one payment or wallet only.
    while (!isOver())
      await use(stage).catch((error) => {
        onError(error)
        return pause(200)
      })
  }
  await Promise.all([
    ...Array.from({ length: payments }, () => queue(payOnce)),
    ...Array.from({ length: wallets }, () => queue(useWallet)),
  ])
}

const lastTries = 30

/** Reads each payment and wallet once more. @returns how many could not be read. */
export async function readAll(stage: Stage): Promise<number> {
  const reads = [
    ...stage.payments.map((payment) => () => readStatus(stage, payment)),
    ...stage.payments.map((payment) => () => readRefunds(stage, payment)),
    ...stage.wallets.map((as) => () => readLines(stage, as)),
  ]
  let unread = 0
  const one = async () => {
    for (let read = reads.pop(); read; read = reads.pop()) if (!(await readInTheEnd(read))) unread += 1
  }
  await Promise.all(Array.from({ length: 8 }, one))
  return unread
}

async function readInTheEnd(read: () => Promise<Output | undefined>): Promise<boolean> {
  for (let left = lastTries; left > 0; left--) {
    if (await read()) return true
    await pause(200)
  }
  return false
}

export type Judgement = {
  acknowledged: number
  /** Acknowledged writes that the API does not show in the end, or that the database does not have. */
  missing: { what: string; from: 'API' | 'database' }[]
  /** The reason where there is no checker. */
  verdict: Verdict | string
}

/** @param file where the history is written. */
export async function judge(
  { place, history }: Stage,
  checker: Checker | string,
  file: string,
): Promise<Judgement> {
  writeFileSync(file, history.operations.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const acknowledged = acknowledgedIn(history.operations)
  const rows = (sql: string, values: unknown[]) => place.store.rows(sql, values)
  const [lost] = await checkAcknowledged(rows, { acknowledged, singular: [], mismatches: [] })
  const hidden = acknowledged.filter(({ isShown }) => !isShown)
  return {
    acknowledged: acknowledged.length,
    missing: [
      ...hidden.map(({ what }) => ({ what, from: 'API' as const })),
      ...((lost?.rows ?? []) as { what: string }[]).map(({ what }) => ({ what, from: 'database' as const })),
    ],
    verdict: typeof checker === 'string' ? checker : await checker.decide(file),
  }
}
