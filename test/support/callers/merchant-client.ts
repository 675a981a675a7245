// The published client and a webhook receiver, as a merchant's server has them.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Likuta, type LikutaOptions } from '../../../sdk/likuta.ts'
import type { Credentials } from '../../../server/merchants/identity/register.ts'

/** The published client with the merchant's credentials. */
export function clientOf(url: string, merchant: Credentials, options: Partial<LikutaOptions> = {}): Likuta {
  return new Likuta({
    baseUrl: url,
    apiKey: merchant.api_key,
    apiSecret: merchant.api_secret,
    merchantCode: merchant.merchant_code,
    merchantSecret: merchant.merchant_secret,
    ...options,
  })
}

export type Received = { headers: IncomingHttpHeaders; body: Buffer }

export type Receiver = { url: string; received: Received[]; close(): Promise<void> }

/** Records every request that is posted to it, and responds with 200. */
export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ headers: request.headers, body: Buffer.concat(chunks) })
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
