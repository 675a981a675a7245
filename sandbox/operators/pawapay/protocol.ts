// pawaPay's Merchant API v2 for DR Congo: an aggregator for Vodacom, Airtel and Orange. There is no name lookup.
import type { Protocol } from '../operators.ts'
import { writeCallback } from './callback.ts'
import { registerControls } from './controls.ts'
import { writeCollectionCallback } from './deposits.ts'
import { CallRefused, technicalStatus } from './failures.ts'
import { refusalOf, registerRoutes } from './routes.ts'

export const pawapay: Protocol = {
  name: 'pawapay',
  register: registerRoutes,
  registerControls,
  writeCallback,
  writeCollectionCallback,
  // Only this status ends pawaPay's retries.
  accepts: (status) => status === 200,
  outage: () => ({
    status: technicalStatus.UNKNOWN_ERROR,
    body: refusalOf(
      new CallRefused('UNKNOWN_ERROR', 'Unable to process the request due to an unknown problem'),
    ),
  }),
}
