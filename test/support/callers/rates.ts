// Exchange rates for a test: a new database, the sandbox as provider, and one clock for both.
import { openSandbox } from '../../../sandbox/server.ts'
import { simulatedRates } from '../../../server/adapters/rate-settings.ts'
import { openRateProvider } from '../../../server/adapters/rates.ts'
import { type Database, openDatabase } from '../../../server/platform/database/database.ts'
import { silentLog } from '../../../server/platform/process/log.ts'
import { manualClock } from '../../../server/platform/time/clock.ts'
import type { RateProvider } from '../../../server/remittance/exchange-rates/provider.ts'
import { currentRates, type RateTable } from '../../../server/remittance/exchange-rates/rate-table.ts'
import { type RefreshNeeds, refreshRates } from '../../../server/remittance/exchange-rates/refresh.ts'
import { openTestDatabase } from '../world/database.ts'

export type RatesWorld = {
  db: Database
  clock: ReturnType<typeof manualClock>
  provider: RateProvider
  /** What a separate process would work with. */
  process(changes?: Partial<RefreshNeeds>): RefreshNeeds
  refresh(): Promise<boolean>
  card(): Promise<RateTable | undefined>
  /** Advances the clock of both. */
  forward(by: Temporal.DurationLike): Promise<void>
  /** Makes the provider return this rate; null lets it drift again. */
  setRate(currency: string, rate: string | null): Promise<void>
  fault(fault: Record<string, unknown>): Promise<void>
  /** The number of requests that the provider received. */
  asked(): Promise<number>
  close(): Promise<void>
}

export async function openRatesWorld(start = '2026-11-21T10:00:00Z'): Promise<RatesWorld> {
  const database = await openTestDatabase()
  const sandbox = await openSandbox({ cardGatewayMerchants: [] })
  const clock = manualClock(start)
  const provider = openRateProvider(simulatedRates(sandbox.url), { timeoutMs: 5_000 })
  const handles: Database[] = []
  const connect = () => {
    const handle = openDatabase(database.url, { connections: 2, name: 'test' })
    handles.push(handle)
    return handle
  }
  const db = connect()
  const process: RatesWorld['process'] = (changes = {}) => ({
    db: connect(),
    clock,
    log: silentLog,
    provider,
    ...changes,
  })

  async function post(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(sandbox.url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (status !== 200) throw new Error(`the sandbox responded with ${status} to ${path}`)
  }
  const follow = () =>
    post('/sandbox/clock', { offset_seconds: (clock.now().epochMilliseconds - Date.now()) / 1_000 })
  await follow()

  return {
    db,
    clock,
    provider,
    process,
    refresh: () => refreshRates({ db, clock, log: silentLog, provider }),
    card: () => currentRates(db),
    async forward(by) {
      clock.forward(by)
      await follow()
    },
    setRate: (currency, rate) => post('/sandbox/rates', { currency, rate }),
    fault: (fault) => post('/sandbox/faults', { target: 'rates', ...fault }),
    async asked() {
      const { requests } = (await (await fetch(`${sandbox.url}/sandbox/rates`)).json()) as {
        requests: Record<string, number>
      }
      return requests['/oxr/api/latest.json'] ?? 0
    },
    async close() {
      await provider.close()
      await sandbox.close()
      for (const handle of handles) await handle.close()
      await database.drop()
    },
  }
}
