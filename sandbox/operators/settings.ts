// Settings of the simulated operators. Tests shorten the times.
import { type MpesaSettings, usualMpesaSettings } from './mpesa/settings.ts'
import { type PawapaySettings, usualPawapaySettings } from './pawapay/settings.ts'

export type OperatorSettings = {
  /** Client secret, API key, token and callback key of every protocol. */
  secret: string
  clientId: string
  airtelPin: string
  /** A payout is completed after a random time between these. */
  outcomeAfterMs: { min: number; max: number }
  reverseAfterMs: number
  /** How long wallet 06 delays its reply. */
  slowMs: number
  /** Time between the callbacks of wallet 08, and between a callback and its duplicate. */
  callbackGapMs: number
  /** Waiting times before a callback is retried; the last one repeats. */
  retryGapsMs: readonly number[]
  giveUpAfterMs: number
  callbackTimeoutMs: number
  /** How long a payer can approve. */
  promptMs: number
  /** How long a slow payer takes to approve. */
  approveSlowlyMs: number
  /** A lapsed prompt that is approved late waits for a second inquiry, at least this long after the first. */
  secondInquiryMs: number
  /** The operator's fee for a collection. */
  collectionFeeBasisPoints: number
  /** Largest payout and initial float of each supported currency, in minor units. */
  currencies: Record<string, { largest: number; float: number }>
  mpesa: MpesaSettings
  pawapay: PawapaySettings
}

/** Settings that can be changed when the sandbox is opened. */
export type OperatorOptions = Partial<Omit<OperatorSettings, 'mpesa' | 'pawapay'>> & {
  mpesa?: Partial<MpesaSettings>
  pawapay?: Partial<PawapaySettings>
}

export function operatorSettings(options: OperatorOptions): OperatorSettings {
  return {
    ...usualOperatorSettings,
    ...options,
    mpesa: { ...usualMpesaSettings, ...options.mpesa },
    pawapay: { ...usualPawapaySettings, ...options.pawapay },
  }
}

export const usualOperatorSettings: OperatorSettings = {
  secret: 'sandbox-operator-secret',
  clientId: 'likuta',
  airtelPin: '1234',
  outcomeAfterMs: { min: 150, max: 300 },
  reverseAfterMs: 3_000,
  slowMs: 5_000,
  callbackGapMs: 200,
  retryGapsMs: [500, 1_000, 2_000, 5_000, 10_000, 20_000, 40_000, 60_000, 120_000],
  giveUpAfterMs: 15 * 60_000,
  callbackTimeoutMs: 10_000,
  promptMs: 20_000,
  approveSlowlyMs: 10_000,
  secondInquiryMs: 2_000,
  collectionFeeBasisPoints: 150,
  currencies: {
    USD: { largest: 2_500_00, float: 10_000_000_00 },
    CDF: { largest: 7_000_000_00, float: 30_000_000_000_00 },
  },
  mpesa: usualMpesaSettings,
  pawapay: usualPawapaySettings,
}
