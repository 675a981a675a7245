// What a workload says of itself; workloads/all.ts lists them.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import type { Secrets } from '../../../server/platform/security/secrets.ts'
import type { Subject } from '../harness/servers.ts'
import type { Simulators } from '../harness/simulators.ts'
import type { Bound } from '../levels.ts'

/** A request before it is signed. One object sent again is signed once a second; a new one each time it is sent. */
export type Outgoing = {
  method: string
  path: string
  body: Buffer
  /** Sent in place of a signature. */
  headers?: Record<string, string>
}

/** What a workload finds set up: one merchant of the product under test, and the database beneath it. */
export type Bed = {
  merchant: Credentials
  db: Database
  secrets: Secrets
  adminToken: string
  simulators: Simulators
  /** Sends one signed request to the product, which must answer 200. */
  send(request: Outgoing): Promise<unknown>
}

/** The requests of a workload whose subjects can be used once: enough of them are made before each measurement. */
export type Stock = {
  /** The nth request. @throws when the subjects have run out. */
  request: (n: number) => Outgoing
  refill(): Promise<void>
  /** True once the server has done all that the requests have left it to do. */
  isComplete?(): Promise<boolean>
}

/**
 * How the control without a database answers a statement.
 * @param once the rows of this statement as the database gave them the first time.
 */
export type Respond = (
  values: readonly unknown[],
  once: () => Promise<Record<string, unknown>[]>,
) => Promise<object[]>

export type Workload = {
  name: string
  /** Requests in flight at a time; each number is a row of its own. */
  concurrency: number[]
  /** Makes what the requests are about; returns the nth request. */
  prepare(bed: Bed): Promise<((n: number) => Outgoing) | Stock>
  /** The servers it is measured on; all when absent. */
  subjects?: readonly Subject[]
  /** By statement name; a statement not named here reaches the database. A workload that names none has no such control. */
  withoutDatabase: Record<string, Respond>
  levels?: readonly WantedLevel[]
}

/** A level for one concurrency of a workload. A ratio is taken round by round. */
export type WantedLevel = Bound & {
  at: number
  figure: 'perSecond' | 'p50' | 'p99'
  /** Another server under the same load, or the product under the load of another row. */
  against?: { subject: Subject } | { row: string }
}
