// The port to whoever tells what a US dollar buys. Each provider is an adapter behind it; rate-provider.contract.ts is
// what every adapter must keep.

export type RatesReply =
  /**
   * `asOf` is the provider's own time, however long ago. `rates` are millionths of units of the currency for 1 USD
   * (kernel/rate.ts), all above zero; a currency the provider does not know is absent.
   */
  | { kind: 'rates'; asOf: Temporal.Instant; rates: ReadonlyMap<string, bigint> }
  /** No answer, a refusal, or one that cannot be trusted. `cause` is for our people and holds no key. */
  | { kind: 'unavailable'; cause: string }

export type RateProvider = {
  /** The provider's name, as it is stored beside its rates. */
  readonly source: string
  /** Asks now. @param currencies ISO 4217 codes; all the provider has when absent. */
  latest(currencies?: readonly string[]): Promise<RatesReply>
  close(): Promise<void>
}
