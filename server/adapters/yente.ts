// Sanctions screening by a self-hosted yente server or the hosted OpenSanctions API: POST /match/{dataset}.
import { hash } from 'node:crypto'
import { z } from 'zod'
import type {
  ListMatch,
  MatchPart,
  ScreenedParty,
  Screener,
  ScreeningReply,
} from '../compliance/screening/screener.ts'
import { openUpstream, type Upstream } from '../platform/network/upstream.ts'
import type { Log } from '../platform/process/log.ts'

export type YenteSettings = {
  /** May include a path prefix. */
  baseUrl: string
  /** `default`, `sanctions`, `peps`, or one list. */
  dataset: string
  /** Required by the hosted service only. */
  apiKey?: string
  /** Defaults to yente's own threshold. */
  threshold?: number
  /** `best` by default, which currently means logic-v2. */
  algorithm?: string
  timeoutMs?: number
}

const usualThreshold = 0.7
const usualTimeoutMs = 5_000
/** How long the list version is cached: lists are published a few times a day. */
const catalogMs = 600_000
const catalogBytes = 32 * 1024 * 1024
const maxResults = 10

type Read<Reply> = { kind: 'read'; reply: Reply } | { kind: 'unavailable'; cause: string }

/** @throws when the base URL of the settings is invalid. */
export function openYente(
  settings: YenteSettings,
  { log }: { log: Log },
): Screener & { close(): Promise<void> } {
  const upstream = openUpstream('yente')
  const threshold = settings.threshold ?? usualThreshold
  let version: { text: string; readAt: number } | undefined

  const call = callsTo(settings, { upstream, log })

  async function listVersion(): Promise<string | undefined> {
    if (version && performance.now() - version.readAt < catalogMs) return version.text
    const read = await call('catalog', '/catalog', catalogReply, { maxReplyBytes: catalogBytes })
    if (read.kind === 'unavailable') return version?.text
    const dataset = read.reply.datasets.find(({ name }) => name === settings.dataset)
    const state = dataset?.index_version ?? dataset?.version
    if (!state) return undefined
    version = { text: `${settings.dataset}@${state}`, readAt: performance.now() }
    return version.text
  }

  async function screen(parties: readonly ScreenedParty[]): Promise<ScreeningReply> {
    const current = await listVersion()
    if (current === undefined)
      return { kind: 'unavailable', cause: `dataset ${settings.dataset} is not available` }
    if (parties.length === 0) return { kind: 'screened', listVersion: current, matches: [] }
    const query = new URLSearchParams({ threshold: String(threshold), limit: String(maxResults) })
    if (settings.algorithm) query.set('algorithm', settings.algorithm)
    const path = `/match/${encodeURIComponent(settings.dataset)}?${query}`
    const read = await call('match', path, matchReply, { body: { queries: queriesOf(parties) } })
    if (read.kind === 'unavailable') return read
    const matches: ListMatch[] = []
    for (const [position, party] of parties.entries()) {
      const response = read.reply.responses[keyOf(position)]
      if (!response) return { kind: 'unavailable', cause: 'a party has no result' }
      matches.push(...response.results.map((result) => matchOf(settings.dataset, party, result)))
    }
    return { kind: 'screened', listVersion: current, matches: matches.sort((a, b) => b.score - a.score) }
  }

  return { threshold, listVersion, screen, close: () => upstream.close() }
}

/** Calls to the server. A reply that does not match its schema counts as unavailable. */
function callsTo(settings: YenteSettings, { upstream, log }: { upstream: Upstream; log: Log }) {
  const base = new URL(settings.baseUrl)
  return async function call<Schema extends z.ZodType>(
    operation: string,
    path: string,
    schema: Schema,
    options: { body?: object; maxReplyBytes?: number } = {},
  ): Promise<Read<z.output<Schema>>> {
    const start = performance.now()
    const { maxReplyBytes } = options
    const reply = await upstream.call({
      method: options.body ? 'POST' : 'GET',
      url: new URL(base.pathname.replace(/\/$/, '') + path, base),
      headers: {
        accept: 'application/json',
        ...(options.body && { 'content-type': 'application/json' }),
        ...(settings.apiKey && { authorization: `ApiKey ${settings.apiKey}` }),
      },
      ...(options.body && { body: Buffer.from(JSON.stringify(options.body)) }),
      timeoutMs: settings.timeoutMs ?? usualTimeoutMs,
      ...(maxReplyBytes && { maxReplyBytes }),
    })
    const duration_ms = Math.round(performance.now() - start)
    const fail = (cause: string): Read<never> => {
      log.warn('screening server call failed', { operation, reason: cause, duration_ms })
      return { kind: 'unavailable', cause }
    }
    if (reply.kind === 'no_reply') return fail(reply.cause)
    if (reply.status !== 200) return fail(`HTTP ${reply.status}`)
    const read = schema.safeParse(jsonOf(reply.body))
    return read.success ? { kind: 'read', reply: read.data } : fail('UNREADABLE_ANSWER')
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return undefined
  }
}

const keyOf = (position: number) => `party-${position}`

function queriesOf(parties: readonly ScreenedParty[]): object {
  return Object.fromEntries(
    parties.map((party, position) => {
      const { name, aliases = [], birthDate, countries = [], documentNumber, phones = [] } = party
      const properties = {
        name: [name, ...aliases],
        ...(birthDate && { birthDate: [birthDate] }),
        ...(countries.length > 0 && { country: countries.map((country) => country.toLowerCase()) }),
        ...(documentNumber && { idNumber: [documentNumber] }),
        ...(phones.length > 0 && { phone: phones.map((number) => `+${number}`) }),
      }
      return [keyOf(position), { schema: 'Person', properties }]
    }),
  )
}

function matchOf(dataset: string, { role }: ScreenedParty, result: YenteResult): ListMatch {
  const { id, caption, datasets, properties, last_change } = result
  const score = Math.round(result.score * 100) / 100
  const topics = (properties.topics ?? []).filter((topic) => typeof topic === 'string')
  return {
    role,
    list: dataset,
    entryId: id,
    entryVersion: last_change ?? hash('sha256', JSON.stringify(properties), 'base64url'),
    entryName: caption,
    matchedName: result.explanations.name_match?.candidate ?? caption,
    programs: [...datasets, ...topics],
    score,
    parts: partsOf(score, result.explanations),
  }
}

/** The server reports what each feature found but not its share of the score, so the first part carries the whole score. */
function partsOf(score: number, explanations: YenteResult['explanations']): MatchPart[] {
  const found = Object.entries(explanations)
    .filter(([, { score: value }]) => value !== 0 && value !== null)
    .sort(([, a], [, b]) => (b.score ?? 0) - (a.score ?? 0))
    .map(([feature, { score: value, detail }]) => ({
      part: partOf(feature),
      detail: [feature, value === undefined ? '' : String(value), detail ?? ''].filter(Boolean).join(' '),
    }))
  const [first = { part: 'other' as const, detail: 'no explanation given' }, ...others] = found
  return [{ ...first, points: score }, ...others.map((other) => ({ ...other, points: 0 }))]
}

function partOf(feature: string): MatchPart['part'] {
  if (/name|alias/.test(feature)) return 'name'
  if (/dob|birth/.test(feature)) return 'birth_date'
  if (/country/.test(feature)) return 'country'
  return /identifier|_code|passport|inn|lei/.test(feature) ? 'document' : 'other'
}

// Schemas of the parts of yente's replies that we use (its routers/match.py and data/common.py, 5.5). One unreadable result
// invalidates the whole reply, because skipping a match could clear a listed party.

const text = z.string().max(2_000)
const texts = z.array(text).max(1_000)

const explanation = z.object({
  score: z.number().nullish(),
  detail: text.nullish(),
  query: text.nullish(),
  candidate: text.nullish(),
})

const result = z.object({
  id: text.min(1),
  caption: text,
  datasets: texts.default([]),
  properties: z.record(z.string(), z.array(z.unknown())).default({}),
  last_change: text.nullish(),
  score: z.number().min(0).max(1),
  explanations: z.record(z.string(), explanation).default({}),
})

type YenteResult = z.output<typeof result>

const matchReply = z.object({
  responses: z.record(z.string(), z.object({ status: z.literal(200), results: z.array(result) })),
})

const catalogReply = z.object({
  datasets: z.array(
    z.object({
      name: text,
      /** Versions of the data it has and of the data it searches; the second lags while it indexes. */
      version: text.nullish(),
      index_version: text.nullish(),
    }),
  ),
})
