// What each role of an admin may do: every admin route, in groups. A route that is missing here cannot be registered, so that each is
// a decision. docs/roles.md is printed from this table. A token that ADMIN_TOKEN_ROLES does not name has every right.
import type { FastifyInstance } from 'fastify'
import { isAdminGuard } from '../../admin/access.ts'
import {
  type AdminRight,
  type AdminRole,
  type AdminRoles,
  adminRights,
  adminRoles,
} from '../../admin/roles.ts'
import { stepUpRoutes } from './step-up-routes.ts'

/** `routes` are what follows `/api/v1/admin/`. */
type Group = { means: string; roles: readonly AdminRole[]; routes: readonly string[] }

const everyone = adminRoles
const finance = ['owner', 'finance'] as const
const compliance = ['owner', 'compliance'] as const
const operator = ['owner', 'operator'] as const

// guard: admin-role-table
export const adminRoleGroups: Readonly<Record<AdminRight, Group>> = {
  account: {
    means: 'the own account, its password, passkeys, recovery codes and sessions',
    roles: everyone,
    routes: [
      'GET me',
      'POST logout',
      'POST step-up',
      'POST step-up/options',
      'POST change-password',
      'GET passkeys',
      'POST passkeys',
      'POST passkeys/options',
      'DELETE passkeys/:passkey_id',
      'GET recovery-codes',
      'POST recovery-codes',
      'GET sessions',
      'DELETE sessions/:session_id',
    ],
  },
  read: {
    means: 'read payments, transfers, disputes, merchants, webhooks, what waits, the state of the service',
    roles: everyone,
    routes: [
      'GET overview',
      'GET figures',
      'GET operators',
      'GET approvals',
      'GET approvals/:id',
      'GET approvals/waiting',
      'GET payments',
      'GET payments/:transaction_uuid',
      'GET payment/refunds/:cs_payment_id',
      'GET payment/voids/:cs_payment_id',
      'GET refund-requests',
      'GET transfers',
      'GET transfers/:transaction_id',
      'GET disputes',
      'GET disputes/:dispute_id',
      'GET disputes/:dispute_id/evidence.pdf',
      'GET disputes/:dispute_id/files/:file_id',
      'GET disputes/exceptions',
      'GET merchants',
      'GET merchants/:merchant_code',
      'GET merchants/:merchant_code/disputes',
      'GET merchants/:merchant_code/disputes/:dispute_id',
      'GET deliveries',
      'GET remittance/rates',
    ],
  },
  request_refunds: {
    means:
      'refund and void payments; without the group `refunds`, each waits for the approval of another admin',
    roles: ['owner', 'finance', 'support'],
    routes: ['POST payment/refunds/:cs_payment_id', 'POST payment/voids/:cs_payment_id'],
  },
  refunds: {
    means: "decide merchants' refund requests, reverse transfers, approve refunds",
    roles: finance,
    routes: [
      'POST refund-requests/:id/approve',
      'POST refund-requests/:id/reject',
      'POST transfers/:transaction_id/reverse',
    ],
  },
  disputes: {
    means: 'answer disputes, close their exceptions',
    roles: finance,
    routes: [
      'POST disputes/:dispute_id/evidence/submitted',
      'POST disputes/exceptions/:id/close',
      'POST merchants/:merchant_code/disputes/:dispute_id/accept',
      'POST merchants/:merchant_code/disputes/:dispute_id/evidence',
    ],
  },
  decide: {
    means: 'approve and reject what other admins requested, where the role has the right to the act itself',
    roles: ['owner', 'finance', 'compliance'],
    routes: ['POST approvals/:id/approve', 'POST approvals/:id/reject'],
  },
  money: {
    means: 'read balances, payouts, settlements, wallets, statements, the bank, reconciliation',
    roles: finance,
    routes: [
      'GET merchants/:merchant_code/balance',
      'GET merchants/:merchant_code/balance/next',
      'GET merchants/:merchant_code/balance/transactions',
      'GET merchants/:merchant_code/statements',
      'GET merchants/:merchant_code/statements/months',
      'GET merchants/:merchant_code/invoices',
      'GET merchants/:merchant_code/invoices/:number',
      'GET merchants/:merchant_code/payouts',
      'GET merchants/:merchant_code/payouts/:id',
      'GET payouts',
      'GET payouts/:id',
      'GET payout-batches',
      'GET payout-batches/waiting',
      'GET payout-batches/:id',
      'GET payout-batches/:id/file',
      'GET bank/csv-mappings',
      'GET bank/files',
      'GET bank/lines',
      'GET bank/lines/:id',
      'GET bank/movements',
      'GET payment/reports',
      'GET settlements',
      'GET wallets',
      'GET wallets/adjustments',
    ],
  },
  move_money: {
    means: 'payouts, batches, bank files, top-ups, adjustments',
    roles: finance,
    routes: [
      'POST merchants/:merchant_code/payouts',
      'POST merchants/:merchant_code/payouts/:id/cancel',
      'POST merchants/:merchant_code/balance/adjustments',
      'POST payouts/:id/approve',
      'POST payouts/:id/reject',
      'POST payouts/:id/fail',
      'POST payouts/:id/paid',
      'POST payout-batches',
      'POST payout-batches/:id/approve',
      'POST payout-batches/:id/reject',
      'POST payout-batches/:id/payouts/:payout_id/remove',
      'PUT bank/csv-mappings/:environment/:currency',
      'POST bank/files',
      'POST bank/lines/:id/assign',
      'POST bank/lines/:id/write-off',
      'POST wallets/:merchant_code/top-ups',
      'POST wallets/:merchant_code/adjustments',
      'POST wallets/adjustments/:id/approve',
      'POST wallets/adjustments/:id/reject',
    ],
  },
  pricing: {
    means: "merchants' fees and right to refund, publishing exchange rates",
    roles: finance,
    routes: [
      'PUT merchants/:merchant_code/rates',
      'PUT merchants/:merchant_code/refund-right',
      'POST remittance/rates/:id/approve',
    ],
  },
  merchants: {
    means:
      'decide on going live, suspend and resume merchants; the live keys are shown to those with the group `move_money` only',
    roles: compliance,
    routes: [
      'POST merchants/:merchant_code/go-live',
      'POST merchants/:merchant_code/suspend',
      'POST merchants/:merchant_code/resume',
    ],
  },
  passwords: {
    means: "make password links for merchants' users",
    roles: ['owner', 'support'],
    routes: ['POST merchants/:merchant_code/password-reset'],
  },
  factors: {
    means:
      "reset the second factors of merchants' users: apart from `passwords`, so that one admin cannot take an account over",
    roles: operator,
    routes: ['POST merchants/:merchant_code/users/:user_id/reset-factors'],
  },
  compliance: {
    means: 'holds, screening, blocked numbers, cases, limits, regulatory reports, retention',
    roles: compliance,
    routes: [
      'GET remittance/holds',
      'POST remittance/holds/:transaction_id/release',
      'POST remittance/holds/:transaction_id/reject',
      'GET remittance/blacklist',
      'POST remittance/blacklist',
      'DELETE remittance/blacklist/:phone',
      'GET remittance/screening/alerts',
      'POST remittance/screening/alerts/:id/close',
      'GET remittance/screening/lists',
      'GET remittance/screening/lists/:list/changes',
      'GET remittance/screening/lists/:list/versions',
      'GET remittance/screening/runs',
      'GET compliance/rules',
      'GET compliance/rules/versions',
      'PUT compliance/rules',
      'POST compliance/rules/dry-run',
      'GET compliance/cases',
      'POST compliance/cases',
      'GET compliance/cases/:case_id',
      'GET compliance/cases/:case_id/papers/:paper_id',
      'GET compliance/cases/:case_id/declaration',
      'GET compliance/cases/:case_id/declaration.pdf',
      'PUT compliance/cases/:case_id/declaration',
      'POST compliance/cases/:case_id/declaration/steps',
      'POST compliance/cases/:case_id/confirm',
      'POST compliance/cases/:case_id/notes',
      'POST compliance/cases/:case_id/papers',
      'POST compliance/cases/:case_id/paper-requests',
      'POST compliance/cases/:case_id/paper-requests/:request_id/extend',
      'POST compliance/cases/:case_id/paper-requests/:request_id/withdraw',
      'POST compliance/cases/:case_id/propose',
      'POST compliance/cases/:case_id/return',
      'GET compliance/register',
      'GET compliance/statistics',
      'GET compliance/retention',
      'GET compliance/retention/runs',
      'GET compliance/travel-rule',
      'GET compliance/travel-rule/:transaction_id',
    ],
  },
  operations: {
    means: 'pause operators, send inquiries, close exceptions',
    roles: operator,
    routes: [
      'POST operators/:environment/:operator/pause',
      'POST operators/:environment/:operator/resume',
      'POST transfers/:transaction_id/inquire',
      'POST payouts/:id/inquire',
      'GET remittance/exceptions',
      'POST remittance/exceptions/:id/close',
    ],
  },
  webhooks: {
    means: 'resend webhooks',
    roles: ['owner', 'operator', 'support'],
    routes: ['POST deliveries/:id/resend', 'POST deliveries/resend'],
  },
  clock: {
    means: 'the clock of the sandbox',
    roles: operator,
    routes: ['GET sandbox/clock', 'POST sandbox/clock'],
  },
  audit: {
    means: 'read and verify the audit log',
    roles: compliance,
    routes: ['GET audit', 'GET audit/verify'],
  },
  staff: {
    means: 'admin users: invite, change, remove, reset the second factor; sessions of all',
    roles: ['owner'],
    routes: [
      'GET users',
      'POST users',
      'POST users/:user_id',
      'DELETE users/:user_id',
      'POST users/:user_id/reset-factors',
    ],
  },
}

const inFull = (route: string) => route.replace(' ', ' /api/v1/admin/')
const stepUpRoutesInFull = new Set(stepUpRoutes.map(inFull))
const rightByRoute = new Map(
  adminRights.flatMap((right) =>
    adminRoleGroups[right].routes.map((route) => [inFull(route), right] as const),
  ),
)

export const adminRoleTable: AdminRoles = {
  rightFor(method, url) {
    const route = `${method === 'HEAD' ? 'GET' : method} ${url}`
    const right = rightByRoute.get(route)
    if (right === undefined)
      throw new Error(`server/composition/roles/admin-roles.ts has no roles for ${route}`)
    return right
  },
  needsStepUp: (method, url) => stepUpRoutesInFull.has(`${method} ${url}`),
  rightsOf(roles) {
    const has = (right: AdminRight) => adminRoleGroups[right].roles.some((role) => roles.includes(role))
    return new Set(adminRights.filter(has))
  },
}

/** Refuses to register a route behind the admin guard that the table does not list. */
export function requireAdminRoles(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, onRequest }) => {
    if (![onRequest].flat().some(isAdminGuard)) return
    // guard: admin-routes-have-roles
    for (const name of [method].flat()) adminRoleTable.rightFor(name, url)
  })
}
