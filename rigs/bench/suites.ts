// The suites of `npm run rig -- bench`, in the order of the report.

import { suite as peers } from './peers/peers.ts'
import type { Suite } from './suite.ts'
import { suite as balances } from './suites/balances/balances.ts'
import { suite as bodies } from './suites/bodies.ts'
import { suite as cells } from './suites/cells.ts'
import { suite as growth } from './suites/growth.ts'
import { suite as limits } from './suites/limits/limits.ts'
import { suite as lists } from './suites/lists.ts'
import { suite as overload } from './suites/overload.ts'
import { suite as postgresAlone } from './suites/postgres/postgres-alone.ts'
import { suite as processes } from './suites/processes.ts'
import { suite as requests } from './suites/requests.ts'
import { suite as screening } from './suites/screening/screening.ts'
import { suite as start } from './suites/start.ts'
import { suite as webhooks } from './suites/webhooks/webhooks.ts'

/** `onDemand` suites run when named, or with --all. */
export const suites: { suite: Suite; onDemand?: true }[] = [
  { suite: requests },
  { suite: postgresAlone },
  { suite: webhooks },
  { suite: processes },
  { suite: start },
  { suite: screening },
  { suite: bodies },
  { suite: overload, onDemand: true },
  { suite: peers, onDemand: true },
  { suite: cells, onDemand: true },
  { suite: growth, onDemand: true },
  { suite: lists, onDemand: true },
  { suite: balances, onDemand: true },
  { suite: limits, onDemand: true },
]
