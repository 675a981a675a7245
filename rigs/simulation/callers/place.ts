// The environment of a day, and how its callers behave there.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { Bank } from '../upstreams/bank.ts'
import type { Clients } from './clients.ts'
import type { Line } from './retries.ts'

/** The environment of a day: simulated, or with real processes. */
export type Place = Line & {
  merchants: readonly Credentials[]
  now(): Temporal.Instant
}

/** What callers use in that environment, and how persistently they retry. */
export type Manners = {
  /** How often a request is sent while no response comes. */
  tries(): number
  callbackUrl(): string
  /** The card token that the gateway's fields return. @param context the capture context of the fields. */
  cardToken(context: string | undefined): Promise<string>
  /** Completes the bank's challenge, which then returns the customer to us. */
  passChallenge(stepUp: StepUp, clients: Pick<Clients, 'form'>): Promise<void>
  /** What a cardholder's bank does about a payment. @param uuid its transaction_uuid. */
  dispute(uuid: string, what: 'inquiry' | 'opened' | 'won' | 'lost'): Promise<void>
  /** The bank that pays merchants. */
  bank: Bank
  /** A number that pays, and that hardly any other payer has. */
  payingNumber(): string
  /** The number of a payer who uses it again and again. */
  usualNumber: string
  /** The beneficiary of a transfer. */
  receiver(): Record<string, unknown>
}

export type StepUp = { url: string; accessToken: string }
