// Which provider of exchange rates is asked, and how it knows us.
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

/** `url` is where the provider's documented paths begin, without a slash at its end. */
export type RateSettings = z.output<typeof rateSettingsSchema>

export const rateProviders = [
  'open-exchange-rates',
  'exchangerate-api',
] as const satisfies readonly RateSettings['provider'][]

/** The simulator beside a sandbox. @param origin where the simulators listen. */
export function simulatedRates(origin: string): RateSettings {
  return { provider: 'open-exchange-rates', url: `${origin}/rates/oxr`, appId: 'sandbox' }
}
