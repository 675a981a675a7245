// A client of the simulated pawaPay for tests.
import { randomUUID } from 'node:crypto'
import type { OperatorWorld, Reply } from '../testing.ts'

export const base = '/operators/pawapay/v2'

export const authorization = 'Bearer sandbox-operator-secret'

type Body = Record<string, unknown>

const providers: Record<string, string> = {
  '81': 'VODACOM_MPESA_COD',
  '97': 'AIRTEL_COD',
  '84': 'ORANGE_COD',
}

export function payoutBody(phoneNumber: string, changes: Body = {}): Body & { payoutId: string } {
  const provider = providers[phoneNumber.slice(3, 5)]
  return {
    payoutId: randomUUID(),
    amount: '25.00',
    currency: 'USD',
    recipient: { type: 'MMO', accountDetails: { phoneNumber, provider } },
    ...changes,
  }
}

export function remittanceBody(phoneNumber = '243810000001'): Body & { remittanceId: string } {
  const { payoutId: remittanceId, recipient, ...rest } = payoutBody(phoneNumber)
  return {
    ...rest,
    remittanceId,
    recipient: { ...(recipient as object), recipientDetails: { firstName: 'Jean', lastName: 'Mukendi' } },
    sender: {
      transactionDetails: {
        transactionReference: 'IMT-IN-0001',
        originalAmount: '34.20',
        originalCurrency: 'CAD',
        buyFxRate: '1.368',
        senderFees: '0',
        purposeOfFunds: 'FAMILY_SUPPORT',
        sourceOfFunds: 'SALARY',
      },
      senderDetails: {
        firstName: 'Anne',
        lastName: 'Kalala',
        nationality: 'CAN',
        phoneNumber: '15145550100',
        address: { addressLine: '1 rue Principale', city: 'Montréal', country: 'CAN' },
        identification: { type: 'PASSPORT', number: 'AB123456' },
        dateOfBirth: '1980-02-29',
      },
    },
  }
}

export type Client = {
  post(path: string, body: object | null, headers?: Record<string, string>): Promise<Reply>
  get(path: string): Promise<Reply>
  /** Makes a payout and returns the reply. */
  pay(phoneNumber: string, changes?: Body): Promise<Reply & { id: string }>
  /** The `data` of the payout's status. */
  status(id: string): Promise<Body>
}

export function openClient(world: OperatorWorld): Client {
  const common = { authorization, 'content-type': 'application/json' }
  const client: Client = {
    post: (path, body, headers = {}) =>
      world.send('POST', base + path, {
        headers: { ...common, ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    get: (path) => world.send('GET', base + path, { headers: { authorization } }),
    async pay(phoneNumber, changes) {
      const body = payoutBody(phoneNumber, changes)
      return { ...(await client.post('/payouts', body)), id: body.payoutId }
    },
    status: async (id) => (await client.get(`/payouts/${id}`)).body.data as Body,
  }
  return client
}
