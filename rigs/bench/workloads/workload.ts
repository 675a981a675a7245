// The type of a workload; workloads/all.ts lists them.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import type { Secrets } from '../../../server/platform/security/secrets.ts'
import type { Subject } from '../harness/servers.ts'
import type { Simulators } from '../harness/simulators.ts'
import type { Bound } from '../levels.ts'

/**
 * A request before it is signed. If the same object is sent again, it is signed once a second; a new object is
 * signed each time.
 */
export type Outgoing = {
  method: string
  path: string
  body: Buffer
  /** Sent instead of a signature. */
  headers?: Record<string, string>
}

/** What a workload starts with: one merchant of the product under test, and its database. */
export type Bed = {
  merchant: Credentials
  db: Database
  secrets: Secrets
  adminToken: string
  simulators: Simulators
  /** Sends one signed request to the product, which must respond with 200. */
  send(request: Outgoing): Promise<unknown>
}

/** The requests of a workload whose items can be used once: enough of them are made before each measurement. */
export type Stock = {
  /** The nth request. @throws Error when no items are left. */
  request: (n: number) => Outgoing
  refill(): Promise<void>
  /** True once the server has completed all work that the requests left. */
  isComplete?(): Promise<boolean>
}

/**
 * How the control without a database responds to a statement.
 * @param once the rows that the database returned for this statement the first time.
 */
export type Respond = (
  values: readonly unknown[],
  once: () => Promise<Record<string, unknown>[]>,
) => Promise<object[]>

export type Workload = {
  name: string
  /** Concurrent requests; each number is a separate row. */
  concurrency: number[]
  /** Creates what the requests need; returns the nth request. */
  prepare(bed: Bed): Promise<((n: number) => Outgoing) | Stock>
  /** The servers it is measured on; all when absent. */
  subjects?: readonly Subject[]
  /**
   * By statement name; a statement not named here reaches the database. A workload that names none has no such
   * control.
   */
  withoutDatabase: Record<string, Respond>
  levels?: readonly WantedLevel[]
}

/** A level for one concurrency of a workload. A ratio is paired by round. */
export type WantedLevel = Bound & {
  at: number
  figure: 'perSecond' | 'p50' | 'p99'
  /** Another server under the same load, or the product under the load of another row. */
  against?: { subject: Subject } | { row: string }
}
