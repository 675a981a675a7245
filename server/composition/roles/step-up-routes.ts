// Which admin routes need a step-up of an admin user, below `/api/v1/admin/`. Every route that changes something is in one of two lists,
// so that each is a decision: docs/decisions/0022-step-up-where-one-session-could-do-lasting-harm.md.

/**
 * What an admin user does only after confirming their identity again, by a code or a passkey: what changes who may sign in, what decides
 * on another person's request, and what moves money, switches off a control or opens many people's data without a second person.
 * Whoever has found a session can do none of it.
 */
// guard: step-up-routes
export const stepUpRoutes: readonly string[] = [
  'POST change-password',
  'POST passkeys',
  'POST passkeys/options',
  'DELETE passkeys/:passkey_id',
  'POST recovery-codes',
  'POST users',
  'POST users/:user_id',
  'DELETE users/:user_id',
  'POST users/:user_id/reset-factors',
  'POST merchants/:merchant_code/users/:user_id/reset-factors',
  'POST merchants/:merchant_code/password-reset',
  'POST approvals/:id/approve',
  'POST refund-requests/:id/approve',
  'POST payouts/:id/approve',
  'POST payout-batches/:id/approve',
  'POST wallets/adjustments/:id/approve',
  'POST remittance/rates/:id/approve',
  'POST compliance/cases/:case_id/confirm',
  'POST payment/refunds/:cs_payment_id',
  'POST payment/voids/:cs_payment_id',
  'POST transfers/:transaction_id/reverse',
  'POST merchants/:merchant_code/disputes/:dispute_id/accept',
  'POST merchants/:merchant_code/payouts',
  'POST payouts/:id/fail',
  'POST payouts/:id/paid',
  'PUT bank/csv-mappings/:environment/:currency',
  'POST bank/files',
  'POST bank/lines/:id/assign',
  'POST bank/lines/:id/write-off',
  'POST wallets/:merchant_code/top-ups',
  'PUT merchants/:merchant_code/rates',
  'PUT merchants/:merchant_code/refund-right',
  'POST merchants/:merchant_code/go-live',
  'POST merchants/:merchant_code/resume',
  'POST operators/:environment/:operator/resume',
  'POST remittance/holds/:transaction_id/release',
  'POST remittance/holds/:transaction_id/reject',
  'DELETE remittance/blacklist/:phone',
  'PUT compliance/rules',
  'POST remittance/screening/alerts/:id/close',
  'POST remittance/exceptions/:id/close',
  'POST disputes/exceptions/:id/close',
  'POST disputes/:dispute_id/evidence/submitted',
  'POST compliance/cases/:case_id/declaration/steps',
]

/** The other routes that change something, by the reason why a session is enough. */
export const sessionRoutes: Readonly<Record<string, readonly string[]>> = {
  'confirms the identity, or ends a session': [
    'POST step-up',
    'POST step-up/options',
    'POST logout',
    'DELETE sessions/:session_id',
  ],
  'requests what always waits for a second admin, whose approval needs a step-up': [
    'POST merchants/:merchant_code/balance/adjustments',
    'POST wallets/:merchant_code/adjustments',
    'POST payout-batches',
    'POST compliance/cases/:case_id/propose',
  ],
  'refuses or takes back a request, which can be made again': [
    'POST approvals/:id/reject',
    'POST refund-requests/:id/reject',
    'POST payouts/:id/reject',
    'POST merchants/:merchant_code/payouts/:id/cancel',
    'POST payout-batches/:id/reject',
    'POST payout-batches/:id/payouts/:payout_id/remove',
    'POST wallets/adjustments/:id/reject',
    'POST compliance/cases/:case_id/return',
  ],
  'stops something in an emergency; letting it go on needs a step-up': [
    'POST merchants/:merchant_code/suspend',
    'POST operators/:environment/:operator/pause',
    'POST remittance/blacklist',
  ],
  'adds to a file that somebody else decides on': [
    'POST merchants/:merchant_code/disputes/:dispute_id/evidence',
    'POST compliance/cases',
    'POST compliance/cases/:case_id/notes',
    'POST compliance/cases/:case_id/papers',
    'POST compliance/cases/:case_id/paper-requests',
    'POST compliance/cases/:case_id/paper-requests/:request_id/extend',
    'POST compliance/cases/:case_id/paper-requests/:request_id/withdraw',
    'PUT compliance/cases/:case_id/declaration',
  ],
  'inquires, repeats a message, or only tries something out': [
    'POST transfers/:transaction_id/inquire',
    'POST payouts/:id/inquire',
    'POST deliveries/:id/resend',
    'POST deliveries/resend',
    'POST compliance/rules/dry-run',
    'POST sandbox/clock',
  ],
}
