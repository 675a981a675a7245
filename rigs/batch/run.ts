// One batch on real processes and a real PostgreSQL: uploaded, confirmed, paused for want of money, and killed at even steps of its work.
import type { Credentials } from '../../server/merchants/identity/register.ts'
import type { SimulatorBooks } from '../chaos/cast/upstream-books.ts'
import { becomeQuiet, checkAll } from '../chaos/final-checks.ts'
import { openJournal } from '../chaos/journal.ts'
import { openScene, type Scene } from '../chaos/scene.ts'
import type { Clients } from '../simulation/callers/clients.ts'
import { clientsOf, confirm, reaches, topUp, tries, upload } from './calls.ts'
import { startKills } from './kills.ts'
import { cents, type PayrollRow, payroll, sumOf } from './rows.ts'

export type Options = {
  rows: number
  kills: number
  pace: number
  print(line: string): void
  signal: AbortSignal
}

/** @returns how much was wrong. */
export async function runBatch({ rows: count, kills, pace, print, signal }: Options): Promise<number> {
  const rows = payroll(count, Math.floor(count / 3))
  const scene = await openScene(openJournal(), signal, { BATCH_ROWS_PER_SECOND: String(pace) })
  try {
    const as = await scene.register('ONG Mwangaza')
    const clients = clientsOf(scene)
    const started = performance.now()
    const seconds = () => Math.round((performance.now() - started) / 1_000)
    const killer = startKills(scene, {
      kills,
      rows: count,
      report: (line) => print(`${seconds()} s: ${line}`),
    })
    const half = Number(sumOf(rows) / 2n) / 100
    await topUp(clients, as, half)
    const id = await upload(clients, as, rows)
    print(`${seconds()} s: ${count} rows uploaded as ${id}`)
    await reaches(scene, id, 'CHECKED')
    print(`${seconds()} s: checked`)
    await confirm(clients, as, id)
    await reaches(scene, id, 'PAUSED')
    print(`${seconds()} s: paused, because the wallet had half of what the batch costs`)
    await topUp(clients, as, Number(sumOf(rows)) / 100 - half)
    await reaches(scene, id, 'DONE')
    print(`${seconds()} s: done, with one row held`)
    const { deaths, peakMiB } = await killer.end()
    await releaseHeld(scene, clients, id)
    await becomeQuiet(scene, { maxMs: 120_000 })
    const wrong = await checkBatch(scene, rows, { id, as })
    for (const line of wrong) print(line)
    print(`${deaths} processes killed; at most ${peakMiB} MiB in one process; ${wrong.length} faults found`)
    return wrong.length
  } finally {
    await scene.close()
  }
}

async function releaseHeld(scene: Scene, clients: Clients, id: string): Promise<void> {
  const [held] = await scene.rows(
    `select transaction_id from transfer where reference like $1 || '/%' and status = 'Hold'`,
    [id],
  )
  const path = `/api/v1/admin/remittance/holds/${held.transaction_id}/release`
  await clients.admin('amina', path, { reason: 'Looked at it' }, { tries })
}

/** Compares the file with the operators' books and with the wallet, and checks every invariant. */
async function checkBatch(
  scene: Scene,
  rows: readonly PayrollRow[],
  { id, as }: { id: string; as: Credentials },
): Promise<string[]> {
  const { operators } = (await scene.books()) as SimulatorBooks
  const payouts = Map.groupBy(operators.payouts, ({ msisdn }) => msisdn)
  const unpaid = rows.filter((row) => {
    const [payout, ...more] = payouts.get(row.customer_number.slice(1)) ?? []
    const isPaid = payout?.executions === 1 && payout.status === 'succeeded'
    return !isPaid || more.length > 0 || payout.amount !== row.amount.toFixed(2)
  })
  const [wallet] = await scene.rows(
    `select w.available_minor + w.reserved_minor as left from wallet w join merchant m on m.id = w.merchant_id where m.merchant_code = $1`,
    [as.merchant_code],
  )
  const [sent] = await scene.rows(
    `select count(*) as count, sum(receiver_minor) as sum from transfer where reference like $1 || '/%' and status = 'Successful'`,
    [id],
  )
  const isComplete = Number(sent.count) === rows.length && BigInt(sent.sum) === sumOf(rows)
  const violations = await checkAll(scene, {
    day: { acknowledged: [], singular: [], mismatches: [] },
    inbox: [],
  })
  return [
    ...unpaid.map((row) => `${row.reference} of ${cents(row)} cents was not paid once`),
    ...(operators.payouts.length === rows.length
      ? []
      : [`operators have ${operators.payouts.length} payouts`]),
    ...(isComplete ? [] : [`transfers: ${sent.count}, ${sent.sum} cents`]),
    ...(BigInt(wallet.left) === 0n ? [] : [`${wallet.left} cents are left in the wallet`]),
    ...violations.map(({ invariant, title, rows: found }) => `${invariant}: ${title}: ${found.length} rows`),
  ]
}
