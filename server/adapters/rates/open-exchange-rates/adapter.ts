// Open Exchange Rates, `latest.json`: rates of 170 currencies against the dollar, updated hourly or more often.
import { openUpstream } from '../../../platform/network/upstream.ts'
import type { RateProvider, RatesReply } from '../../../remittance/exchange-rates/provider.ts'
import type { RateSettings } from '../rate-settings.ts'
import { getJson, readRates, refusal } from '../reply.ts'

export type OpenExchangeRatesSettings = Extract<RateSettings, { provider: 'open-exchange-rates' }>

/** @param options.timeoutMs for a whole call, connecting included. */
export function openOpenExchangeRates(
  { provider: source, url: base, appId }: OpenExchangeRatesSettings,
  { timeoutMs }: { timeoutMs: number },
): RateProvider {
  const upstream = openUpstream('open-exchange-rates')

  async function latest(currencies?: readonly string[]): Promise<RatesReply> {
    const url = new URL(`${base}/api/latest.json`)
    url.searchParams.set('app_id', appId)
    // The base is USD on every plan; plans without a choice of base refuse only other values of the parameter.
    url.searchParams.set('base', 'USD')
    // USD is requested too, because its rate of exactly 1 shows that the rates are on the expected base.
    if (currencies) url.searchParams.set('symbols', [...new Set(['USD', ...currencies])].join(','))
    const reply = await getJson(upstream, url, timeoutMs)
    if (reply.kind === 'unavailable') return reply
    const { error, message, base: against, timestamp, rates } = reply.body
    if (reply.status !== 200 || (error !== undefined && error !== false))
      return refusal(reply.status, message)
    return readRates({ base: against, unixSeconds: timestamp, rates }, currencies)
  }

  return { source, latest, close: () => upstream.close() }
}
