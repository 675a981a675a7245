import type { Protocol } from '../operators.ts'
import { registerRoutes, writeCallback } from './routes.ts'

/** Airtel Africa's Open API, country CD, for Airtel numbers only. */
export const airtel: Protocol = {
  name: 'airtel',
  register: registerRoutes,
  writeCallback,
  outage: () => ({ status: 503, body: { status_message: 'Request timed out', status_code: 'ROUTER117' } }),
}
