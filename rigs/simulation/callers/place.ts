// Where a day takes place, and how its callers behave there.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { Clients } from './clients.ts'
import type { Line } from './retries.ts'

/** Where a day takes place: simulated, or with real processes. */
export type Place = Line & {
  merchants: readonly Credentials[]
  store: { rows(sql: string, values?: readonly unknown[]): Promise<Record<string, any>[]> }
  now(): Temporal.Instant
}

/** What people have at hand in that place, and how stubborn they are. */
export type Manners = {
  /** How often something is sent where no answer comes. */
  tries(): number
  callbackUrl(): string
  /** What the gateway's fields make of a card. @param context what the fields were opened with. */
  cardToken(context: string | undefined): Promise<string>
  /** Works through the challenge of the bank, which then sends the customer back to us. */
  answerBank(stepUp: StepUp, clients: Pick<Clients, 'form'>): Promise<void>
  /** Who a transfer goes to. */
  receiver(): Record<string, unknown>
}

export type StepUp = { url: string; accessToken: string }
