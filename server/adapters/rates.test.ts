import { openSandbox } from '../../sandbox/server.ts'
import type { RateProviderWorld } from '../remittance/exchange-rates/provider.contract.ts'
import { describeRateProvider } from '../remittance/exchange-rates/provider.contract.ts'
import { type RateSettings, rateSettingsSchema, simulatedRates } from './rate-settings.ts'
import { openRateProvider } from './rates.ts'

const timeoutMs = 5_000

describeRateProvider('the Open Exchange Rates adapter against the sandbox', () =>
  openWorld('/oxr/', (origin, appId) => ({ ...simulatedRates(origin), appId }) as RateSettings),
)

describeRateProvider('the ExchangeRate-API adapter against the sandbox', () =>
  openWorld('/era/', (origin, key) =>
    rateSettingsSchema.parse({ provider: 'exchangerate-api', url: `${origin}/rates/era`, key }),
  ),
)

async function openWorld(
  path: string,
  settings: (origin: string, key: string) => RateSettings,
): Promise<RateProviderWorld> {
  const sandbox = await openSandbox({ cardGatewayMerchants: [] })
  const provider = openRateProvider(settings(sandbox.url, 'sandbox'), { timeoutMs })
  const stranger = openRateProvider(settings(sandbox.url, 'stranger'), { timeoutMs })
  const unreachable = openRateProvider(settings('http://127.0.0.1:9', 'sandbox'), { timeoutMs })
  return {
    provider,
    stranger,
    unreachable,
    now: () => Temporal.Now.instant(),
    publish: (currency, rate) => post('/sandbox/rates', { currency, rate }),
    fault: (mode) => post('/sandbox/faults', { target: 'rates', mode }),
    async requests() {
      const { requests } = (await (await fetch(`${sandbox.url}/sandbox/rates`)).json()) as {
        requests: Record<string, number>
      }
      const counts = Object.entries(requests).filter(([route]) => route.startsWith(path))
      return counts.reduce((sum, [, count]) => sum + count, 0)
    },
    async close() {
      await Promise.all([provider, stranger, unreachable].map((each) => each.close()))
      await sandbox.close()
    },
  }

  async function post(to: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const { status } = await fetch(sandbox.url + to, { method: 'POST', headers, body: JSON.stringify(body) })
    if (status !== 200) throw new Error(`the sandbox responded ${status}`)
  }
}
