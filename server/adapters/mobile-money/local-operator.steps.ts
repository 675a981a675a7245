// An operator of a test: an HTTP server on this machine that answers as it is told and remembers what it was asked.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { money } from '../../kernel/money.ts'
import type { CallbackRequest, Payout } from '../../remittance/operator.ts'

export type Asked = {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  /** The body's JSON; empty without one. */
  body: Record<string, unknown>
  bytes: Buffer
}
type Answer = { status?: number; json?: unknown; raw?: string } | ((response: ServerResponse) => void)
export type LocalOperator = { url: string; asked: Asked[]; close(): Promise<void> }

export async function openLocalOperator(answer: (asked: Asked) => Answer | Promise<Answer>) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    const url = new URL(request.url ?? '', 'http://localhost')
    const seen: Asked = {
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: bytes.length > 0 ? JSON.parse(bytes.toString()) : {},
      bytes,
    }
    asked.push(seen)
    const given = await answer(seen)
    if (typeof given === 'function') return given(response)
    const text = given.raw ?? JSON.stringify(given.json ?? {})
    response.writeHead(given.status ?? 200, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  } satisfies LocalOperator
}

/** An address at which nobody listens. */
export const nowhere = 'http://127.0.0.1:9'

export const reference = '019a9c3e-7d10-7c4e-8a51-0f6b2f0e1a77'

export const payout: Payout = {
  reference,
  transactionId: 'IMT-IN-ABCD2345EFGH6789',
  operator: 'vodacom',
  msisdn: '243810000001',
  amount: money(2550n, 'USD'),
  origin: { amount: '35.70', currency: 'CAD', rate: '1.4', fee: '0.50' },
  travelRule: {
    sender: {
      firstName: 'Marie',
      middleName: 'N.',
      lastName: 'Tremblay',
      birthDate: '1990-04-05',
      birthPlace: 'Laval',
      country: 'CA',
      city: 'Montréal',
      address: '12 rue Sainte-Catherine',
      msisdn: '15145550100',
      profession: 'Nurse',
      document: { type: 'PASSPORT', number: 'AB123456', issued: '2020-01-01', expires: '2030-01-01' },
    },
    receiver: {
      name: 'Jean Mukendi',
      firstName: 'Jean',
      middleName: '',
      lastName: 'Mukendi',
      birthDate: '1985-02-03',
      birthPlace: 'Kananga',
      address: '4 avenue du Port, Kinshasa',
      document: { type: 'VOTER_CARD', number: '12345678901' },
    },
    purpose: 'FAMILY_SUPPORT',
    sourceOfFunds: 'SALARY',
  },
  callbackUrl: 'https://pay.example/operators/callback/secret',
}

/** A callback with this body; text stands for itself. */
export function callback(body: unknown, changes: Partial<CallbackRequest> = {}): CallbackRequest {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    path: '/operators/callback/secret',
    authority: 'pay.example',
    ...changes,
  }
}
