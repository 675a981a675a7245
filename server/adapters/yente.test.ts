import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { silentLog } from '../platform/process/log.ts'
import { openYente, type YenteSettings } from './yente.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close()
})

const catalog = {
  datasets: [
    { name: 'default', version: '20261120' },
    { name: 'sanctions', version: '20261121', index_version: '20261120' },
  ],
  current: ['default'],
  outdated: [],
  index_stale: false,
}

const result = {
  id: 'NK-abc',
  caption: 'Sostène Kambulu Ntirere',
  schema: 'Person',
  properties: { name: ['Sostène Kambulu Ntirere'], topics: ['sanction'] },
  datasets: ['un_sc_sanctions'],
  referents: ['unsc-1'],
  target: true,
  first_seen: '2023-04-20T06:24:22',
  last_seen: '2026-11-20T06:24:22',
  last_change: '2025-02-11T10:00:00',
  score: 0.784,
  match: true,
  explanations: {
    name_match: {
      score: 0.934,
      detail: '[kambulu≈kambulo, symbolic]',
      query: 'Sostene Kambulo',
      candidate: 'Sostène Kambulu Ntirere',
    },
    dob_day_disjoint: { score: -0.15, detail: '1968-03-14 differs', query: null, candidate: null },
    address_match: { score: 0, detail: null, query: null, candidate: null },
  },
}

type Seen = { url: string; authorization: string | undefined; body: any }

/** A server with yente's API: `results` by the name that is screened. */
async function serve(
  options: { results?: Record<string, object[]>; match?: RequestListener; catalog?: () => object } = {},
) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    seen.push({ url: request.url ?? '', authorization: request.headers.authorization, body })
    if (request.url?.endsWith('/catalog')) {
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(options.catalog?.() ?? catalog))
      return
    }
    if (options.match) return options.match(request, response)
    const responses = Object.fromEntries(
      Object.entries<any>(body.queries).map(([key, query]) => {
        const results = options.results?.[query.properties.name[0]] ?? []
        return [key, { status: 200, results, total: { value: results.length, relation: 'eq' }, query }]
      }),
    )
    response.setHeader('x-batch-size', '2').end(JSON.stringify({ responses, limit: 10 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push({
    close() {
      server.closeAllConnections()
      server.close()
    },
  })
  return { seen, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function bodyOf(request: IncomingMessage): Promise<any> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined
}

function open(settings: Partial<YenteSettings> & { baseUrl: string }) {
  const screener = openYente({ dataset: 'sanctions', ...settings }, { log: silentLog })
  opened.push(screener)
  return screener
}

const sender = {
  role: 'sender',
  name: 'Sostene Kambulo',
  aliases: ['Mzee'],
  birthDate: '1970-01-02',
  countries: ['CD'],
  documentNumber: 'OB1234567',
} as const
const receiver = { role: 'receiver', name: 'Jean Mukendi' } as const

describe('screening by yente', () => {
  test('both parties are screened in one call, with everything known about them', async () => {
    const { seen, baseUrl } = await serve()
    const screener = open({ baseUrl: `${baseUrl}/yente/`, apiKey: 'secret', algorithm: 'logic-v2' })
    const reply = await screener.screen([sender, receiver])
    expect(reply).toEqual({ kind: 'screened', listVersion: 'sanctions@20261120', matches: [] })
    expect(seen).toEqual([
      { url: '/yente/catalog', authorization: 'ApiKey secret', body: undefined },
      {
        url: '/yente/match/sanctions?threshold=0.7&limit=10&algorithm=logic-v2',
        authorization: 'ApiKey secret',
        body: {
          queries: {
            'party-0': {
              schema: 'Person',
              properties: {
                name: ['Sostene Kambulo', 'Mzee'],
                birthDate: ['1970-01-02'],
                country: ['cd'],
                idNumber: ['OB1234567'],
              },
            },
            'party-1': { schema: 'Person', properties: { name: ['Jean Mukendi'] } },
          },
        },
      },
    ])
  })

  test('a match says who the party may be and why, in points that add up to the score', async () => {
    const { baseUrl } = await serve({ results: { 'Sostene Kambulo': [result] } })
    const reply = await open({ baseUrl }).screen([receiver, sender])
    expect(reply.kind === 'screened' && reply.matches).toEqual([
      {
        role: 'sender',
        list: 'sanctions',
        entryId: 'NK-abc',
        entryVersion: '2025-02-11T10:00:00',
        entryName: 'Sostène Kambulu Ntirere',
        matchedName: 'Sostène Kambulu Ntirere',
        programs: ['un_sc_sanctions', 'sanction'],
        score: 0.78,
        parts: [
          { part: 'name', points: 0.78, detail: 'name_match 0.934 [kambulu≈kambulo, symbolic]' },
          { part: 'birth_date', points: 0, detail: 'dob_day_disjoint -0.15 1968-03-14 differs' },
        ],
      },
    ])
  })

  test('entries without a date of change are distinguished by their content', async () => {
    const versions: string[] = []
    for (const name of ['A', 'B']) {
      const entry = { ...result, last_change: null, properties: { name: [name] } }
      const { baseUrl } = await serve({ results: { 'Sostene Kambulo': [entry] } })
      const reply = await open({ baseUrl }).screen([sender])
      if (reply.kind === 'screened') versions.push(reply.matches[0]!.entryVersion)
    }
    expect(new Set(versions).size).toBe(2)
  })

  test('the list version is fetched periodically, not for each transfer', async () => {
    const { seen, baseUrl } = await serve()
    const screener = open({ baseUrl })
    for (let i = 0; i < 3; i++) await screener.screen([receiver])
    expect(seen.filter(({ url }) => url === '/catalog')).toHaveLength(1)
    expect(await screener.listVersion()).toBe('sanctions@20261120')
  })
})

describe('screening is unavailable', () => {
  const json =
    (value: unknown): RequestListener =>
    (_request, response) => {
      response.end(JSON.stringify(value))
    }
  const ok = { status: 200, results: [], total: { value: 0, relation: 'eq' } }
  test.each<[string, RequestListener, string]>([
    ['a server error', (_, response) => response.writeHead(500).end('{"detail":"x"}'), 'HTTP 500'],
    ['a refused API key', (_, response) => response.writeHead(401).end('{"detail":"x"}'), 'HTTP 401'],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/' }).end(), 'HTTP 302'],
    ['no reply', () => {}, 'DEADLINE'],
    ['a connection reset', (request) => request.socket.resetAndDestroy(), 'ECONNRESET'],
    ['a reply that is not JSON', (_, response) => response.end('<html>'), 'UNREADABLE_ANSWER'],
    ['a reply of another shape', json({ results: [] }), 'UNREADABLE_ANSWER'],
    ['a result for only one of two parties', json({ responses: { 'party-0': ok } }), 'a party has no result'],
    [
      'an error for one of two parties',
      json({ responses: { 'party-0': ok, 'party-1': { ...ok, status: 500 } } }),
      'UNREADABLE_ANSWER',
    ],
    [
      'a match without a score',
      json({ responses: { 'party-0': ok, 'party-1': { ...ok, results: [{ ...result, score: null }] } } }),
      'UNREADABLE_ANSWER',
    ],
  ])('no person is cleared after %s', async (_, match, cause) => {
    const { baseUrl } = await serve({ match })
    const reply = await open({ baseUrl, timeoutMs: 300 }).screen([sender, receiver])
    expect(reply.kind).toBe('unavailable')
    expect(reply.kind === 'unavailable' && reply.cause).toMatch(
      cause === 'ECONNRESET' ? /ECONNRESET|UND_ERR/ : cause,
    )
  })

  test('no person is cleared by an unreachable server or one without the dataset', async () => {
    const { baseUrl } = await serve()
    const unknown = await open({ baseUrl, dataset: 'none' }).screen([sender])
    expect(unknown).toEqual({ kind: 'unavailable', cause: 'dataset none is not available' })
    const away = open({ baseUrl: 'http://127.0.0.1:1' })
    expect((await away.screen([sender])).kind).toBe('unavailable')
    expect(await away.listVersion()).toBeUndefined()
  })
})
