// Settings of the exchange rate provider: which one, where, and with which credentials.
import { z } from 'zod'

const url = z.string()

export const rateSettingsSchema = z.discriminatedUnion('provider', [
  z.object({
    provider: z.literal('open-exchange-rates'),
    url: url.default('https://openexchangerates.org'),
    appId: z.string().min(1),
  }),
  z.object({
    provider: z.literal('exchangerate-api'),
    url: url.default('https://v6.exchangerate-api.com'),
    key: z.string().min(1),
  }),
])

/** `url` is the prefix of the provider's documented paths, without a trailing slash. */
export type RateSettings = z.output<typeof rateSettingsSchema>

export const rateProviders = [
  'open-exchange-rates',
  'exchangerate-api',
] as const satisfies readonly RateSettings['provider'][]

/** For a whole call of the provider. */
export const rateTimeoutMs = 10_000

/** Settings for the simulator of a sandbox. @param origin base URL of the simulators. */
export function simulatedRates(origin: string): RateSettings {
  return { provider: 'open-exchange-rates', url: `${origin}/rates/oxr`, appId: 'sandbox' }
}
