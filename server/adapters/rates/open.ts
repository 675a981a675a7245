import type { RateProvider } from '../../remittance/exchange-rates/provider.ts'
import { openExchangeRateApi } from './exchangerate-api/adapter.ts'
import { openOpenExchangeRates } from './open-exchange-rates/adapter.ts'
import type { RateSettings } from './rate-settings.ts'

/** Opens the rate provider named in the settings. @param options.timeoutMs for a whole call. */
export function openRateProvider(settings: RateSettings, options: { timeoutMs: number }): RateProvider {
  switch (settings.provider) {
    case 'open-exchange-rates':
      return openOpenExchangeRates(settings, options)
    case 'exchangerate-api':
      return openExchangeRateApi(settings, options)
  }
}
