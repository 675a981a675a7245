// What a workload says of itself; workloads/all.ts lists them.
import type { Credentials } from '../server/merchants/register.ts'
import type { Database } from '../server/platform/database.ts'

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
  /** Sends one signed request to the product, which must answer 200. */
  ask(request: Outgoing): Promise<unknown>
}

/**
 * How the control without a database answers a statement.
 * @param once the rows of this statement as the database gave them the first time.
 */
export type Answer = (
  values: readonly unknown[],
  once: () => Promise<Record<string, unknown>[]>,
) => Promise<object[]>

export type Workload = {
  name: string
  /** Requests in flight at a time; each number is a row of its own. */
  concurrency: number[]
  /** Makes what the requests are about; returns the nth request. */
  prepare(bed: Bed): Promise<(n: number) => Outgoing>
  /** By statement name; a statement not named here reaches the database even in that control. */
  withoutDatabase: Record<string, Answer>
}
