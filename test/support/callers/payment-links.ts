// Payment links and the form of their page, with the calls that a browser makes.
import assert from 'node:assert/strict'
import type { ApiResponse } from '../http/response.ts'
import { send } from '../http/send.ts'
import type { World } from '../world/world.ts'

const details = {
  bill_to_forename: 'Grâce',
  bill_to_surname: 'Mukendi',
  bill_to_email: 'Grace@Example.com',
  bill_to_phone: '0991234567',
  bill_to_address_country: 'CD',
  bill_to_address_line1: '12 avenue du Lac',
  bill_to_address_city: 'Goma',
}
/** The header of a request for a page. */
export const html = { accept: 'text/html' }

/** Returns the code of a new link of 25.50 USD. */
export async function createLink(world: World, overrides: Record<string, unknown> = {}): Promise<string> {
  const response = await world.signed('POST', '/api/v1/payment-links', {
    amount: 25.5,
    currency: 'USD',
    merchant_reference: 'INV-1',
    callback_url: `${world.url}/api/v1/test/test-callback`,
    ...overrides,
  })
  assert.equal(response.status, 200, response.text)
  return response.body.data.code
}

export type LinkForm = [
  code: string,
  fields?: Record<string, string>,
  headers?: Record<string, string>,
  query?: string,
]

/** Sends the form of a link, by default complete and as a page. */
export function fillLinkForm(
  { url }: Pick<World, 'url'>,
  ...[code, fields = {}, headers = html, query = '']: LinkForm
): Promise<ApiResponse> {
  const body = Buffer.from(String(new URLSearchParams({ ...details, ...fields })))
  return send(url, 'POST', `/pl/${code}/checkout${query}`, body, {
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  })
}

/** Fills in the form and returns the signed link of the checkout that it leads to. */
export async function checkoutOfLink(world: Pick<World, 'url'>, ...form: LinkForm): Promise<string> {
  const response = await fillLinkForm(world, ...form)
  assert.equal(response.status, 303, response.text)
  return response.headers.location as string
}

/** The `transaction_uuid` in the link of a checkout. */
export const uuidOf = (link: string): string => new URL(link).pathname.split('/').at(-1) as string
