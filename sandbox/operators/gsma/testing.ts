// A client of the GSMA API for tests, with short helper functions.
import { randomUUID } from 'node:crypto'
import type { Message } from '../books/book.ts'
import { usualOperatorSettings } from '../settings.ts'
import type { OperatorWorld, Received, Reply } from '../testing.ts'

export type GsmaClient = {
  get(path: string): Promise<Reply>
  post(path: string, message: object, headers?: Record<string, string>): Promise<Reply>
  pay(msisdn: string, wanted?: Wanted): Promise<Reply & { reference: string }>
}

type Wanted = { reference?: string; body?: Message; type?: string; headers?: Record<string, string> }

export const base = '/operators/gsma/v1.2/mm'
export const basic = `Basic ${btoa(`likuta:${usualOperatorSettings.secret}`)}`

export function fetchToken(world: OperatorWorld, authorization = basic): Promise<Reply> {
  return world.send('POST', '/operators/gsma/token', {
    headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })
}

export async function openGsmaClient(world: OperatorWorld): Promise<GsmaClient> {
  const token = (await fetchToken(world)).body.access_token
  const usual = { authorization: `Bearer ${token}`, 'x-api-key': usualOperatorSettings.secret }
  const post: GsmaClient['post'] = (path, message, headers = {}) =>
    world.send('POST', base + path, {
      headers: {
        ...usual,
        'content-type': 'application/json',
        'x-correlationid': randomUUID(),
        'x-callback-url': `${world.receiver.url}/gsma`,
        ...headers,
      },
      body: JSON.stringify(message),
    })
  return {
    get: (path) => world.send('GET', base + path, { headers: usual }),
    post,
    async pay(msisdn, { reference = randomUUID(), body = {}, type = 'inttransfer', headers = {} } = {}) {
      const all = { 'x-correlationid': reference, ...headers }
      const reply = await post(`/transactions/type/${type}`, { ...transfer(msisdn), ...body }, all)
      return { ...reply, reference }
    },
  }
}

export function transfer(msisdn: string): Message {
  return {
    amount: '1.00',
    currency: 'USD',
    creditParty: [{ key: 'msisdn', value: `+${msisdn}` }],
    debitParty: [{ key: 'walletid', value: 'FLOAT-USD' }],
    requestingOrganisationTransactionReference: 'IMT-IN-0001',
    internationalTransferInformation: { originCountry: 'CA', receivingCountry: 'CD' },
    senderKyc: { subjectName: { firstName: 'Ada', lastName: 'Essai' }, nationality: 'CA' },
  }
}

export function about(reference: string): (callback: Received) => boolean {
  return ({ headers }) => headers['x-correlationid'] === reference
}
