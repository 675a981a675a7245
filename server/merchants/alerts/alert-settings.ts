// The alerts that a merchant turns on and off.

/** Kinds of alerts without an entry are always sent. */
export const alertSettings = ['payout_failed', 'dispute_opened', 'webhook_endpoint_failing'] as const
export type AlertSetting = (typeof alertSettings)[number]
