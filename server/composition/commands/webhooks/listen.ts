// The `webhooks listen` command: forwards a sandbox merchant's events to a local URL.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError as CommandFault } from 'commander'
import { NotRunning } from '../../../config/sandbox-deployment.ts'
import { isDatabaseUnavailable, type Sql } from '../../../platform/database/database.ts'
import { openOutbound } from '../../../platform/network/outbound.ts'
import { onStopSignal } from '../../../platform/process/child-process.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import {
  eventsToForward,
  type ForwardNeeds,
  forward,
  forwarded,
  isRetryable,
  type ListenedEvent,
  type Listener,
  openListener,
} from '../../../webhooks/delivery/listener.ts'
import { endpointsOf } from '../../../webhooks/endpoints.ts'
import { urlOption } from '../print.ts'
import { withMerchant } from '../with-database.ts'

type Options = {
  merchant: string
  forwardTo: string
  name?: string
  since?: Since
  endpoint?: string
  json?: boolean
}
type Since = 'now' | Temporal.Duration

export function addListen(webhooks: Command): void {
  webhooks
    .command('listen')
    .description("forward a sandbox merchant's events to a URL of this machine; resumes where it stopped")
    .requiredOption('--merchant <merchant_code>', 'the merchant whose events are forwarded')
    .requiredOption(
      '--forward-to <url>',
      'where your handler listens, such as localhost:3000/webhooks',
      urlOption,
    )
    .option('--name <name>', 'name of this listener, if the merchant has several: the endpoint, or default')
    .option(
      '--endpoint <id>',
      'a further webhook endpoint: forwards the events that it asks for, signed with its secret',
    )
    .option('--since <time>', 'now, or how far back to replay: 10m, 2h, 3d', sinceOption)
    .option('--json', 'print one JSON object per line')
    .action(async (options: Options) => {
      const stop = new AbortController()
      onStopSignal(() => stop.abort())
      await listen(options, stop.signal)
    })
}

/** Forwards events until stopped, across restarts of the system and of the handler. */
async function listen(options: Options, stop: AbortSignal): Promise<void> {
  const report = openReport(options)
  let { since } = options
  while (!stop.aborted) {
    try {
      await withMerchant(
        options.merchant,
        async ({ db, secrets, clock }, merchant) => {
          const { now } = clock
          const merchantId = BigInt(merchant.id)
          const endpointId = await knownEndpoint(db, merchantId, options.endpoint)
          const wanted = {
            ...{ merchantId, endpointId },
            name: options.name ?? endpointId ?? 'default',
            now: now(),
            since: from(since, now()),
          }
          const listener = await openListener(db, wanted)
          since = undefined
          report('listening', {
            merchant_code: merchant.merchant_code,
            forward_to: options.forwardTo,
            waiting: Number(listener.waiting),
          })
          const outbound = openOutbound({ reach: 'private' })
          stop.addEventListener('abort', () => outbound.close(), { once: true })
          const needs = {
            db,
            secrets,
            outbound,
            wallClock: systemClock,
          }
          await follow(needs, {
            ...{ listener, merchantId, endpointId },
            url: options.forwardTo,
            report,
            stop,
          })
        },
        { onlyRunning: true },
      )
    } catch (error) {
      if (!(error instanceof NotRunning) && !isDatabaseUnavailable(error)) throw error
      report('waiting', { for: error instanceof NotRunning ? error.message : 'the database' })
      await pause(1_000, stop)
    }
  }
}

/** @throws Error if the merchant has no such endpoint. */
async function knownEndpoint(
  db: Sql,
  merchantId: bigint,
  wanted: string | undefined,
): Promise<string | undefined> {
  if (wanted === undefined) return undefined
  const found = (await endpointsOf(db, merchantId)).find(({ id }) => id === wanted.toLowerCase())
  if (!found) throw new Error(`the merchant has no webhook endpoint with the id ${wanted}`)
  return found.id
}

type Following = {
  listener: Listener
  merchantId: bigint
  endpointId: string | undefined
  url: string
  report: Report
  stop: AbortSignal
}

const idleMs = 250

async function follow(needs: ForwardNeeds, following: Following): Promise<void> {
  const { listener, endpointId, stop } = following
  while (!stop.aborted) {
    const events = await eventsToForward(needs.db, listener, { now: needs.wallClock.now(), endpointId })
    for (const event of events) if (!stop.aborted) await forwardUntilAccepted(needs, event, following)
    if (events.length === 0) await pause(idleMs, stop)
  }
}

/** An unreachable handler is retried without end; after this many failed responses an event is skipped. */
const maxFailures = 5
const longestPauseMs = 10_000

async function forwardUntilAccepted(
  needs: ForwardNeeds,
  event: ListenedEvent,
  following: Following,
): Promise<void> {
  const { listener, merchantId, url, report, stop } = following
  const facts = { event_type: event.event_type, event_id: event.event_id }
  let failures = 0
  for (let attempt = 1; !stop.aborted; attempt++) {
    const delivery = await forward(needs, event, { url, merchantId, attempt })
    if (stop.aborted && delivery.kind === 'failed') return
    const hasReplied = delivery.kind === 'responded'
    const status = hasReplied ? delivery.status : null
    const result = {
      ...facts,
      http_status: status,
      error: hasReplied ? null : delivery.error,
      duration_ms: delivery.durationMs,
    }
    if (!isRetryable(delivery)) {
      await forwarded(needs, listener, event, status)
      return report('forwarded', result)
    }
    if (hasReplied) failures += 1
    if (failures >= maxFailures) {
      await forwarded(needs, listener, event, status)
      return report('abandoned', { ...result, again: `likuta webhooks resend ${event.event_id}` })
    }
    report('retrying', result)
    await pause(Math.min(500 * 2 ** Math.min(attempt - 1, 10), longestPauseMs), stop)
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {})
}

type Report = (what: string, facts: Record<string, unknown>) => void

/** Returns a function that prints one line per event, without repeating an identical line. */
function openReport({ json }: { json?: boolean }): Report {
  let last = ''
  return (what, facts) => {
    const { duration_ms: _, ...same } = facts
    const line = JSON.stringify([what, same])
    if (line === last) return
    last = line
    if (json)
      return console.log(
        JSON.stringify({ at: systemClock.now().toString({ fractionalSecondDigits: 3 }), what, ...facts }),
      )
    const parts = Object.entries(facts).flatMap(([name, fact]) => (fact === null ? [] : [`${name}=${fact}`]))
    console.log(
      `${systemClock.now().toString({ smallestUnit: 'second' }).slice(11, 19)}  ${what.padEnd(12)}  ${parts.join('  ')}`,
    )
  }
}

function from(since: Since | undefined, now: Temporal.Instant): Temporal.Instant | undefined {
  if (since === undefined) return undefined
  return since === 'now' ? now : now.subtract(since)
}

function sinceOption(value: string): Since {
  if (value === 'now') return value
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(value) ?? []
  if (!count || !unit) throw new CommandFault(`${value} is neither now nor a duration such as 10m, 2h or 3d`)
  const minutes = Number(count) * { m: 1, h: 60, d: 24 * 60 }[unit as 'm' | 'h' | 'd']
  return Temporal.Duration.from({ minutes })
}
