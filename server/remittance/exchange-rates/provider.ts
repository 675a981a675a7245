// The exchange rate provider port. Each provider is an adapter behind it and must pass provider.contract.ts.

export type RatesReply =
  /**
   * `asOf` is the provider's own time, however old. `rates` are millionths of the currency unit for 1 USD
   * (kernel/rate.ts), all above zero; a currency unknown to the provider is absent.
   */
  | { kind: 'rates'; asOf: Temporal.Instant; rates: ReadonlyMap<string, bigint> }
  /** No reply, a refusal, or a reply that cannot be trusted. `cause` is for the log and contains no key. */
  | { kind: 'unavailable'; cause: string }

export type RateProvider = {
  /** The provider's name, which is stored with its rates. */
  readonly source: string
  /** Queries the provider. @param currencies ISO 4217 codes; all that the provider has when absent. */
  latest(currencies?: readonly string[]): Promise<RatesReply>
  close(): Promise<void>
}
