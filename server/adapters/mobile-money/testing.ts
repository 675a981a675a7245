// A minimal operator for tests: it records the requests it received and replies as the test says.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { money } from '../../kernel/money.ts'
import type { Collection } from '../../operator-calls/collector.ts'
import type { CallbackRequest, Payout } from '../../operator-calls/operator.ts'

export type ReceivedRequest = {
  method: string
  path: string
  headers: Record<string, string | undefined>
  text: string
}

export type PlayedReply = { status: number; body?: object | string } | 'silence' | 'reset'

export type LocalOperator = { url: string; received: ReceivedRequest[]; close(): Promise<void> }

export async function openLocalOperator(
  respond: (requested: ReceivedRequest) => PlayedReply,
): Promise<LocalOperator> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = {
        method,
        path,
        headers: headers as ReceivedRequest['headers'],
        text: Buffer.concat(chunks).toString(),
      }
      requests.push(one)
      const reported = respond(one)
      if (reported === 'silence') return
      if (reported === 'reset') return request.socket.resetAndDestroy()
      const text = typeof reported.body === 'object' ? JSON.stringify(reported.body) : reported.body
      response.writeHead(reported.status, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: requests,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A received request with its query and JSON parsed. */
export function readReceived({ method, path, headers, text }: ReceivedRequest) {
  const url = new URL(path, 'http://localhost')
  const body: Record<string, unknown> = text === '' ? {} : JSON.parse(text)
  return { method, headers, path: url.pathname, query: Object.fromEntries(url.searchParams), body }
}

/** A URL where nothing listens. */
export const closedPort = 'http://127.0.0.1:9'

export const examplePayout: Payout = {
  reference: '019a0000-0000-7000-8000-000000000001',
  transactionId: 'IMT-IN-A1B2C3D4E5F6G7H8',
  operator: 'airtel',
  msisdn: '243970000001',
  amount: money(2550n, 'USD'),
  origin: { amount: '35.00', currency: 'CAD', rate: '1.37', fee: '0.50' },
  travelRule: {
    sender: {
      firstName: 'Aimée',
      middleName: '',
      lastName: 'Ngalula',
      birthDate: '1988-04-02',
      birthPlace: 'Lubumbashi',
      country: 'CA',
      city: 'Montréal',
      address: '12 rue Sainte-Catherine',
      msisdn: '15145550100',
      profession: 'Nurse',
      document: { type: 'PASSPORT', number: 'AB123456', issued: '2022-01-10', expires: '2032-01-09' },
    },
    receiver: {
      name: 'Jean Mukendi',
      firstName: 'Jean',
      middleName: '',
      lastName: 'Mukendi',
      birthDate: '1990-12-24',
      birthPlace: 'Kananga',
      address: '4 avenue Kasa-Vubu, Kinshasa',
      document: { type: 'VOTER_CARD', number: '10203040' },
    },
    purpose: 'FAMILY_SUPPORT',
    sourceOfFunds: 'SALARY',
  },
  callbackUrl: 'https://api.example/operators/callbacks/secret',
}

export const exampleCollection: Collection = {
  reference: '019a0000-0000-7000-8000-0000000000c1',
  transactionUuid: '019a0000-0000-7000-8000-0000000000aa',
  operator: 'airtel',
  msisdn: '243970000001',
  amount: money(2550n, 'USD'),
  description: 'Boutique Lac Kivu',
  language: 'fr',
  callbackUrl: 'https://api.example/operators/callbacks/secret',
}

/** A reply of an operator, as the adapters read it. */
export function replied(json: object, status = 200) {
  return { kind: 'reply' as const, status, json }
}

/** A callback as the server passes it to the adapter. */
export function callbackOf(
  body: string,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): CallbackRequest {
  const path = '/operators/callbacks/secret'
  return { method, headers, body: new TextEncoder().encode(body), path, authority: 'api.example' }
}
