// POST /demo/checkout: the home page of a sandbox lets visitors pay an order of the demo merchant.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf } from '../../cards/checkout/page-frame.ts'
import { refuseCrossSite } from '../../cards/checkout/page-reply.ts'
import type { Orders } from '../../cards/orders/create-order.ts'
import { randomCode } from '../../kernel/id.ts'
import { Problem } from '../../kernel/problem.ts'
import { keyHolder } from '../../merchants/identity/merchant.ts'
import type { Database } from '../../platform/database/database.ts'
import { page } from '../../platform/http/endpoint.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { demoOrder } from '../../portal/sample-requests.ts'

export type DemoCheckout = {
  db: Database
  baseUrl: string
  orders: Orders
  /** Where the start command writes the demo merchant. */
  dataDirectory: string
}

export const demoCheckoutPages = [
  page({
    method: 'POST',
    path: '/demo/checkout',
    // The demo merchant is the first of its deployment.
    place: () => 1,
    ...{ priority: 'test', limitedAs: 'page' },
    handle: async (needs: DemoCheckout, { request, reply }) => {
      refuseCrossSite(needs, request)
      const link = new URL(await demoLink(needs))
      link.searchParams.set('lang', languageOf(request))
      // Without its origin: the page's policy allows forms to lead to its own origin only, which may be an alias.
      return reply.code(303).header('location', `${link.pathname}${link.search}`).send()
    },
  }),
]

/** Creates an order of the demo merchant. @returns its checkout link. @throws Problem 404 if there is no demo merchant. */
async function demoLink({ db, baseUrl, orders, dataDirectory }: DemoCheckout): Promise<string> {
  const file = demoMerchantFile(dataDirectory)
  if (!existsSync(file)) throw new Problem(requestProblems.not_found)
  const { api_key } = JSON.parse(readFileSync(file, 'utf8')) as { api_key: string }
  const order = {
    ...demoOrder(baseUrl),
    amount: JSON.rawJSON('25.5'),
    merchant_reference: `DEMO-${randomCode(8)}`,
  }
  for (;;) {
    const holder = await keyHolder(db, api_key)
    if (!holder) throw new Problem(requestProblems.not_found)
    const response = await orders.create(holder.merchant, order)
    if (response !== 'stale') return response.data.links
  }
}

/** The file with the credentials of the demo merchant. */
export function demoMerchantFile(dataDirectory: string): string {
  return join(dataDirectory, 'demo-merchant.json')
}
