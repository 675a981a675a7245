import { parseRate } from '../kernel/money.ts'
import { isJsonObject, numberText, parseJson, plainDecimal } from '../platform/http/body/json.ts'
import { openUpstream, type Upstream } from '../platform/network/upstream.ts'
import type { RateProvider, RatesReply } from '../remittance/exchange-rates/provider.ts'
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

// Shared handling of replies from rate providers: fetched within limits, read by their digits, and validated before use.

export type Unavailable = Extract<RatesReply, { kind: 'unavailable' }>

export type Reply = { kind: 'reply'; status: number; body: Record<string, unknown> }

/** The rates of some 170 currencies take 4 KiB. */
const maxReplyBytes = 256 * 1024

export function unavailable(cause: string): Unavailable {
  return { kind: 'unavailable', cause }
}

/** Sends one GET. Returns a reply of any status, provided that it is a JSON object. */
async function getJson(upstream: Upstream, url: URL, timeoutMs: number): Promise<Reply | Unavailable> {
  const headers = { accept: 'application/json' }
  const reply = await upstream.call({ method: 'GET', url, headers, timeoutMs, maxReplyBytes })
  if (reply.kind === 'no_reply') return unavailable(reply.cause)
  const { status } = reply
  const body = parseJson(reply.body)
  if (!isJsonObject(body)) return unavailable(status === 200 ? 'not a JSON object' : `HTTP ${status}`)
  return { kind: 'reply', status, body }
}

/** The provider's error code, when it is safe to show; otherwise its HTTP status. */
function refusal(status: number, outcome: unknown): Unavailable {
  return unavailable(
    typeof outcome === 'string' && /^[a-z_-]{1,40}$/.test(outcome) ? outcome : `HTTP ${status}`,
  )
}

/**
 * Returns the rates if all of them are plausible: against USD, with a valid time, none of them zero or negative.
 * @param reported.rates must contain USD at exactly 1, which proves the base of the other rates.
 */
function readRates(
  reported: { base: unknown; unixSeconds: unknown; rates: unknown },
  wanted: readonly string[] | undefined,
): RatesReply {
  if (reported.base !== 'USD') return unavailable('the base is not USD')
  const asOf = readUnixSeconds(reported.unixSeconds)
  if (!asOf) return unavailable('the time of the rates is missing')
  if (!isJsonObject(reported.rates)) return unavailable('the rates are missing')
  const rates = new Map<string, bigint>()
  for (const code of ['USD', ...(wanted ?? Object.keys(reported.rates))]) {
    if (!Object.hasOwn(reported.rates, code)) continue
    const rate = readRate(reported.rates[code])
    if (rate === undefined) return unavailable(`the rate of ${code} is not a positive number`)
    // A rate that rounds to zero millionths cannot be used to convert money.
    if (rate > 0n) rates.set(code, rate)
  }
  if (rates.get('USD') !== 1_000_000n) return unavailable('the rate of USD is not 1')
  if (wanted && !wanted.includes('USD')) rates.delete('USD')
  return { kind: 'rates', asOf, rates }
}

/** Undefined for anything but a number above zero. */
function readRate(value: unknown): bigint | undefined {
  const digits = numberText(value)
  if (digits === undefined) return undefined
  const decimal = plainDecimal(digits)
  return decimal === '0' ? undefined : parseRate(decimal)
}

/** Accepts times from 2001 to 2286 only, so that milliseconds are not mistaken for seconds. */
function readUnixSeconds(value: unknown): Temporal.Instant | undefined {
  const digits = numberText(value)
  if (digits === undefined || !/^[1-9]\d{9}$/.test(digits)) return undefined
  return Temporal.Instant.fromEpochMilliseconds(Number(digits) * 1000)
}

// ExchangeRate-API v6, `latest/USD`: rates of 160 currencies, updated daily, hourly or more often depending on the plan. An
// error may have HTTP status 200.

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
