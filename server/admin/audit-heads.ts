// The end of the audit log's chain, named after each commit that extends it. It goes to the log, and with it to another machine: whoever
// can change the database, keys included, cannot change what was logged, and `likuta audit verify --head` compares the two.
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Log } from '../platform/observability/log.ts'

/** A row of the audit log, by its number and its hash in hexadecimal digits. */
export type AuditHead = { seq: string; hash: string }

const heads = channel('likuta:audit-head')

export const publishHead = (head: AuditHead): void => heads.publish(head)

/** Writes a line for each head that this process makes. @returns a function that ends it. */
export function logAuditHeads(log: Log): () => void {
  const note = (head: unknown) => {
    const { seq, hash } = head as AuditHead
    log.info('audit log extended', { audit_head: `${seq}:${hash}` })
  }
  subscribe(heads.name, note)
  return () => void unsubscribe(heads.name, note)
}
