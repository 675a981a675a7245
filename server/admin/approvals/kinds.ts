// The kinds of decisions that wait for an admin, and who reads them.

import type { AdminRight } from '../../kernel/admin-roles.ts'
import { type Admin, hasRight, ownerOf } from '../access.ts'
import { actionRights, approvalActions } from './rules.ts'

export const waitingKinds = [
  'approval',
  'refund_request',
  'payout',
  'payout_batch',
  'adjustment',
  'write_off',
  'rates',
  'hold',
  'case',
  'go_live',
] as const

/** `approval` is an act of another admin; each other kind has a queue of its own. */
export type WaitingKind = (typeof waitingKinds)[number]

/** What each queue is read with, as the route that lists it. Approvals are read by their actions. */
const readRights: Readonly<Record<WaitingKind, AdminRight>> = {
  approval: 'read',
  refund_request: 'read',
  payout: 'money',
  payout_batch: 'money',
  adjustment: 'money',
  write_off: 'money',
  rates: 'read',
  hold: 'read_compliance',
  case: 'read_compliance',
  go_live: 'read',
}

/** The kinds whose queue the admin may read. */
export const readableKinds = (admin: Pick<Admin, 'rights'>): WaitingKind[] =>
  waitingKinds.filter((kind) => hasRight(admin, readRights[kind]))

/** Which approvals an admin reads: all, or of acts that their role may do alone and what they requested themselves. */
export type Readable = { actions: readonly string[]; owners: readonly string[] }

export function readableApprovals(admin: Pick<Admin, 'name' | 'owner' | 'aliases' | 'rights'>): Readable {
  return {
    // guard: readable-approvals
    actions: approvalActions.filter(
      (action) => hasRight(admin, 'read_approvals') || hasRight(admin, actionRights[action]),
    ),
    owners: [ownerOf(admin), ...(admin.aliases ?? [])],
  }
}

/** SQL: whether an approval `q` is among those that an admin reads. @param actions, @param owners the parameters that hold them */
export const isReadable = (actions: string, owners: string) =>
  `(q.action = any(${actions}::text[]) or q.requested_owner = any(${owners}::text[]))`
