// A client of the simulated M-Pesa that knows only what the portal shows, and a receiver for its results.
import { constants, createPublicKey, publicEncrypt, randomUUID } from 'node:crypto'
import type { OperatorWorld, Reply } from '../testing.ts'

export const base = '/operators/mpesa/sandbox/ipg/v2/vodacomDRC'

/** The sandbox's default secret. */
export const secret = 'sandbox-operator-secret'

export type Fields = Record<string, string>

export function wrap(publicKey: string, text: string): string {
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  const sealed = publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(text))
  return `Bearer ${sealed.toString('base64')}`
}

export function newConversation(): string {
  return randomUUID().replaceAll('-', '')
}

export function paymentTo(msisdn: string, changes: Fields = {}): Fields {
  return {
    input_Amount: '25.00',
    input_CustomerMSISDN: msisdn,
    input_Country: 'DRC',
    input_Currency: 'USD',
    input_ServiceProviderCode: '000000',
    input_TransactionReference: 'IMTIN0001',
    input_ThirdPartyConversationID: newConversation(),
    input_PaymentItemsDesc: 'Remittance',
    ...changes,
  }
}

export type Client = {
  call(method: 'GET' | 'POST' | 'PUT', path: string, fields: Fields): Promise<Reply>
  /** Makes a payment; returns the reply with the caller's conversation id. */
  pay(msisdn: string, changes?: Fields): Promise<Reply & { reference: string }>
  status(reference: string): Promise<Reply>
}

export async function openClient(world: OperatorWorld): Promise<Client> {
  const { mpesaPublicKey } = world.sandbox.operators
  const opened = await getSession(world, wrap(mpesaPublicKey, secret))
  const authorization = wrap(mpesaPublicKey, String(opened.body.output_SessionID))
  const headers = { authorization, 'content-type': 'application/json', origin: '*' }
  const call: Client['call'] = (method, path, fields) =>
    method === 'GET'
      ? world.send('GET', `${base}/${path}?${new URLSearchParams(fields)}`, { headers })
      : world.send(method, `${base}/${path}`, { headers, body: JSON.stringify(fields) })
  return {
    call,
    async pay(msisdn, changes) {
      const fields = paymentTo(msisdn, changes)
      const reference = fields.input_ThirdPartyConversationID as string
      return { ...(await call('POST', 'b2cPayment/', fields)), reference }
    },
    status: (reference) =>
      call('GET', 'queryTransactionStatus/', { ...queryOf(), input_QueryReference: reference }),
  }
}

/** Members of every query. */
export function queryOf() {
  return {
    input_Country: 'DRC',
    input_ServiceProviderCode: '000000',
    input_ThirdPartyConversationID: newConversation(),
  }
}

export function getSession(world: OperatorWorld, authorization: string): Promise<Reply> {
  return world.send('GET', `${base}/getSession/`, { headers: { authorization } })
}
