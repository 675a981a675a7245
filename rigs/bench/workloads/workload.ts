// The type of a workload; workloads/all.ts lists them.
import type { Credentials } from '../../../server/merchants/identity/register.ts'
import type { Database } from '../../../server/platform/database/database.ts'
import type { Secrets } from '../../../server/platform/secrets.ts'
import type { Subject } from '../harness/servers.ts'
import type { Simulators } from '../harness/simulators.ts'

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

/** Sends one signed request, which must get a 200; returns the response body. */
export type Send = (request: Outgoing) => Promise<unknown>

/** What a workload starts with: one merchant of the product under test, and its database. */
export type Bed = {
  merchant: Credentials
  db: Database
  secrets: Secrets
  adminToken: string
  simulators: Simulators
  /** Sends to the product. */
  send: Send
}

/** The requests of a workload whose items can be used once: enough of them are made before each measurement. */
export type Stock = {
  /** The nth request. @throws Error when no items are left. */
  request: (n: number) => Outgoing
  refill(): Promise<void>
  /** True once the server has completed all work that the requests left. */
  isComplete?(): Promise<boolean>
}

/** Several requests, each made of the response to the one before it. One of them counts as one item of the workload. */
export type Flow = { run(send: Send, n: number): Promise<void> }

export type Prepared = ((n: number) => Outgoing) | Stock | Flow

export type Workload = {
  name: string
  /** Concurrent requests or flows; each number is a separate row. */
  concurrency: number[]
  /**
   * Creates what the requests need; returns the nth request.
   * @param options.seconds how long one measurement takes.
   */
  prepare(bed: Bed, options: { seconds: number }): Promise<Prepared>
  /** A control that is a program of its own; `prepare` gives its requests. */
  control?: { subject: Subject; prepare(url: string, options: { seconds: number }): Prepared }
}
