// ExchangeRate-API v6, `latest/USD`: rates of 160 currencies, updated daily, hourly or more often depending on the plan. An
// error may have HTTP status 200.
import { openUpstream } from '../../../platform/network/upstream.ts'
import type { RateProvider, RatesReply } from '../../../remittance/exchange-rates/provider.ts'
import type { RateSettings } from '../rate-settings.ts'
import { getJson, readRates, refusal } from '../reply.ts'

export type ExchangeRateApiSettings = Extract<RateSettings, { provider: 'exchangerate-api' }>

/** @param options.timeoutMs for a whole call, connecting included. */
export function openExchangeRateApi(
  { provider: source, url: base, key }: ExchangeRateApiSettings,
  { timeoutMs }: { timeoutMs: number },
): RateProvider {
  const upstream = openUpstream('exchangerate-api')
  const url = new URL(`${base}/v6/${encodeURIComponent(key)}/latest/USD`)

  /** The API always returns all its rates. */
  async function latest(currencies?: readonly string[]): Promise<RatesReply> {
    const reply = await getJson(upstream, url, timeoutMs)
    if (reply.kind === 'unavailable') return reply
    const { result, base_code, time_last_update_unix, conversion_rates } = reply.body
    if (reply.status !== 200 || result !== 'success') return refusal(reply.status, reply.body['error-type'])
    return readRates(
      { base: base_code, unixSeconds: time_last_update_unix, rates: conversion_rates },
      currencies,
    )
  }

  return { source, latest, close: () => upstream.close() }
}
