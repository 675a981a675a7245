// The states of a collection: one mobile-money payment that a payer was asked for on the phone.

import type { Moves } from '../../kernel/moves.ts'

export const collectionStates = [
  'REQUESTED',
  'PROMPTED',
  'APPROVED',
  'DECLINED',
  'EXPIRED',
  'UNKNOWN',
  'REFUNDED',
] as const
export type CollectionState = (typeof collectionStates)[number]

export type CollectionEvent =
  | 'prompted'
  | 'contact_lost'
  | 'approved'
  | 'declined'
  | 'lapsed'
  | 'paid_late'
  | 'returned'

/** What an outcome may find: the operator is still to say how it ended. */
const open = { approved: 'APPROVED', declined: 'DECLINED', lapsed: 'EXPIRED', paid_late: 'UNKNOWN' } as const

export const collectionMoves: Moves<CollectionState, CollectionEvent> = {
  REQUESTED: { ...open, prompted: 'PROMPTED', contact_lost: 'UNKNOWN' },
  PROMPTED: { ...open, prompted: 'PROMPTED', contact_lost: 'UNKNOWN' },
  UNKNOWN: { ...open, prompted: 'PROMPTED', contact_lost: 'UNKNOWN', returned: 'REFUNDED' },
  // APPROVED means that this collection pays its order. Money that comes when the order can no longer be paid leaves the state as it
  // is until the operator has given it back.
  DECLINED: { approved: 'APPROVED', paid_late: 'DECLINED', returned: 'REFUNDED' },
  EXPIRED: { approved: 'APPROVED', paid_late: 'EXPIRED', returned: 'REFUNDED' },
  APPROVED: { returned: 'REFUNDED' },
  REFUNDED: {},
}

/** SQL: the state to which an event leads from the state in `column`; null where the table does not allow it. */
export function stateAfter(event: string, column: string): string {
  const cases = Object.entries(collectionMoves).flatMap(([from, events]) =>
    Object.entries(events).map(([name, to]) => `when '${from} ${name}' then '${to}'`),
  )
  return `case ${column} || ' ' || ${event} ${cases.join(' ')} end`
}
