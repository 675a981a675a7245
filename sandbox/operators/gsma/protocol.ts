import type { Protocol } from '../operators.ts'
import { writeCollectionCallback } from './collections.ts'
import { errorObject } from './errors.ts'
import { registerRoutes } from './routes.ts'
import { writeCallback } from './views.ts'

/** GSMA Mobile Money API 1.2, for numbers of every operator. */
export const gsma: Protocol = {
  name: 'gsma',
  register: registerRoutes,
  writeCallback,
  writeCollectionCallback,
  outage: ({ clock }) => ({
    status: 503,
    body: errorObject(
      { category: 'serviceUnavailable', code: 'genericError', description: 'Out of service.' },
      clock.now(),
    ),
  }),
}
