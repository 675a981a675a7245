// Request bodies that are accepted unchanged.

import { randomUUID } from 'node:crypto'
import { exampleTransfer } from '../../../server/remittance/acceptance/schemas.ts'

export function orderBody(url: string, overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const body = {
    amount: 25.5,
    currency: 'USD',
    merchant_reference: 'INV-1',
    callback_url: `${url}/api/v1/test/test-callback`,
    bill_to_forename: 'Grâce',
    bill_to_surname: 'Mukendi',
    bill_to_email: 'Grace@Example.com',
    bill_to_phone: '0991234567',
    bill_to_address_line1: '12 avenue du Lac',
    bill_to_address_city: 'Goma',
    bill_to_address_country: 'cd',
    ...overrides,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** An inbound transfer of 1 USD to the number that succeeds: the example of the API document. */
export function inboundBody(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  const body = {
    ...exampleTransfer,
    reference: `T-${randomUUID()}`,
    ...overrides,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
