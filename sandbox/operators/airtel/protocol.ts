import type { Protocol } from '../operators.ts'
import { writeCallback } from './callback.ts'
import { writeCollectionCallback } from './collections.ts'
import { registerRoutes } from './routes.ts'

/** Airtel Africa's Open API, country CD, for Airtel numbers only. */
export const airtel: Protocol = {
  name: 'airtel',
  register: registerRoutes,
  writeCallback,
  writeCollectionCallback,
  outage: () => ({ status: 503, body: { status_message: 'Request timed out', status_code: 'ROUTER117' } }),
}
