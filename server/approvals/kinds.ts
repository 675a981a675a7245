// The kinds of decisions that wait for an admin.

export const waitingKinds = [
  'approval',
  'refund_request',
  'payout',
  'payout_batch',
  'adjustment',
  'write_off',
  'rates',
  'hold',
  'go_live',
] as const

/** `approval` is an act of another admin; each other kind has a queue of its own. */
export type WaitingKind = (typeof waitingKinds)[number]
