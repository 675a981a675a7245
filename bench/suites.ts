// The suites of `npm run bench`, in the order of the report.
import { suite as bodies } from './bodies.ts'
import { suite as growth } from './growth.ts'
import { suite as lists } from './lists.ts'
import { suite as overload } from './overload.ts'
import { suite as postgresAlone } from './postgres-alone.ts'
import { suite as processes } from './processes.ts'
import { suite as requests } from './requests.ts'
import { suite as screening } from './screening.ts'
import { suite as start } from './start.ts'
import type { Suite } from './suite.ts'
import { suite as webhooks } from './webhooks.ts'

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
  { suite: growth, onDemand: true },
  { suite: lists, onDemand: true },
]
