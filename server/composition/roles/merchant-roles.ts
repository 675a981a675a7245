// What each role of a merchant's users may do: every route behind a bearer token, in groups. A route that is missing here cannot be
// registered, so that each is a decision. docs/roles.md is printed from this table. API keys have scopes
// instead, and the merchant secret is the owner's.

import type { FastifyInstance } from 'fastify'
import { holdOpenPayouts } from '../../merchant-payouts/payout/hold-payouts.ts'
import {
  type MerchantRight,
  type MerchantRole,
  type MerchantRoles,
  merchantRights,
  merchantRoles,
} from '../../merchants/identity/role.ts'
import { isBearerGuard } from '../../merchants/sign-in/bearer.ts'

/** `routes` are what follows `/api/v1/merchant/`. */
type Group = { means: string; roles: readonly MerchantRole[]; routes: readonly string[] }

const everyone = merchantRoles
const readers = ['owner', 'developer', 'accountant', 'viewer'] as const
const finance = ['owner', 'accountant'] as const

// guard: role-table
export const roleTable: Readonly<Record<MerchantRight, Group>> = {
  account: {
    means: 'the own account: password, confirmed addresses, second factors, sessions, step-up',
    roles: everyone,
    routes: [
      'GET me',
      'GET preferences',
      'GET confirmations',
      'POST confirmations',
      'POST confirmations/send',
      'POST change-password',
      'POST logout',
      'POST step-up',
      'POST step-up/options',
      'GET factors',
      'POST factors/totp',
      'POST factors/totp/confirm',
      'DELETE factors/totp',
      'POST factors/passkeys/options',
      'POST factors/passkeys',
      'DELETE factors/passkeys/:id',
      'POST factors/recovery-codes',
      'GET sessions',
      'DELETE sessions',
      'DELETE sessions/:id',
    ],
  },
  team: {
    means: 'users, their roles, invitations',
    roles: ['owner'],
    routes: [
      'GET users',
      'POST users/:id',
      'DELETE users/:id',
      'POST users/:id/reset-factors',
      'GET invitations',
      'POST invitations',
      'DELETE invitations/:id',
    ],
  },
  sell: {
    means: 'make and cancel payment links, till, own sales of the day, handing over goods',
    roles: ['owner', 'cashier'],
    routes: [
      'POST links',
      'POST links/:id/cancel',
      'GET till/day',
      'GET receipts/:code/hand-over',
      'POST receipts/:code/hand-over',
    ],
  },
  links: {
    means: 'read payment links; a cashier only those they made',
    roles: everyone,
    routes: ['GET links', 'GET links/:id', 'GET links/:id/payments'],
  },
  payments: {
    means: 'read payments, transfers and disputes',
    roles: readers,
    routes: [
      'GET overview',
      'GET checklist',
      'GET search',
      'GET updates',
      'GET payments',
      'GET payments/:id',
      'GET payments/:transaction_uuid/refund-requests',
      'GET payments/:transaction_uuid/refund-requests/:id',
      'GET disputes',
      'GET disputes/:dispute_id',
      'GET transfers',
      'GET transfers/:id',
    ],
  },
  refund: {
    means: 'request and withdraw refunds',
    roles: finance,
    routes: [
      'POST payments/:transaction_uuid/refund-requests',
      'POST payments/:transaction_uuid/refund-requests/:id/withdraw',
    ],
  },
  money: {
    means: 'read balances, payouts, statements, the wallet',
    roles: ['owner', 'accountant', 'viewer'],
    routes: [
      'GET balance',
      'GET balance/next',
      'GET payments/:id/money',
      'GET balance/transactions',
      'GET payouts',
      'GET payouts/:id',
      'GET payout-terms',
      'GET payout-destinations',
      'GET payout-schedule',
      'GET statements',
      'GET statements/months',
      'GET invoices',
      'GET invoices/:number',
      'GET wallet',
      'GET wallet/history',
      'GET settlements',
    ],
  },
  approve: {
    means: 'approve and reject payouts and refunds that another user requested',
    roles: finance,
    routes: [
      'GET approvals',
      'POST approvals/:id/approve',
      'POST approvals/:id/reject',
      'GET approval-rules',
    ],
  },
  export: {
    means: 'download CSV files',
    roles: finance,
    routes: ['GET payments.csv', 'GET transfers.csv', 'GET balance-transactions.csv'],
  },
  payout: {
    means: 'request and cancel payouts',
    roles: finance,
    routes: ['POST payouts', 'POST payouts/:id/cancel'],
  },
  destinations: {
    means: 'payout destinations and schedule',
    roles: ['owner'],
    routes: [
      'POST payout-destinations',
      'POST payout-destinations/look-up',
      'POST payout-destinations/:id/confirm',
      'DELETE payout-destinations/:id',
      'PUT payout-schedule',
    ],
  },
  dispute: {
    means: 'answer disputes',
    roles: ['owner'],
    routes: [
      'POST disputes/:dispute_id/evidence',
      'POST disputes/:dispute_id/evidence/files/:file_id/remove',
      'POST disputes/:dispute_id/accept',
    ],
  },
  integration: {
    means: 'read webhooks, requests and settings of the integration',
    roles: ['owner', 'developer', 'viewer'],
    routes: [
      'GET callback',
      'GET deliveries',
      'GET deliveries/:id',
      'GET whitelist',
      'GET microform',
      'GET requests',
      'GET events',
    ],
  },
  keys: {
    means: 'API keys to charge, refund and read, webhooks and their secret, allowlist, custom checkout',
    roles: ['owner', 'developer'],
    routes: [
      'POST api-keys',
      'POST callback-secret',
      'PUT callback',
      'POST callback/test',
      'POST deliveries/:id/resend',
      'PUT whitelist',
      'PUT microform',
      'POST signature-check',
    ],
  },
  money_keys: {
    means: 'API keys for payouts and disputes, the merchant secret',
    roles: ['owner'],
    routes: ['POST secret'],
  },
  sandbox: {
    means: 'try the sandbox',
    roles: ['owner', 'developer'],
    routes: ['POST sandbox/topup', 'POST sandbox/order', 'POST sandbox/transfer'],
  },
  settings: {
    means: 'read the settings of the account',
    roles: readers,
    routes: ['GET checkout', 'GET go-live', 'GET notifications'],
  },
  configure: {
    means: 'change the settings of the account, go live',
    roles: ['owner'],
    routes: ['PUT approval-rules', 'PUT checkout', 'PUT preferences', 'PUT notifications', 'POST go-live'],
  },
}

const base = '/api/v1/merchant/'
const rolesByRoute = new Map(
  Object.values(roleTable).flatMap(({ roles, routes }) =>
    routes.map((route) => [route.replace(' ', ` ${base}`), new Set<MerchantRole>(roles)] as const),
  ),
)

/** @throws Error if the route has no roles. */
export function rolesOf(method: string, url: string): ReadonlySet<MerchantRole> {
  const route = `${method === 'HEAD' ? 'GET' : method} ${url}`
  const roles = rolesByRoute.get(route)
  if (!roles) throw new Error(`server/composition/roles/merchant-roles.ts has no roles for ${route}`)
  return roles
}

/** What users of a suspended merchant may change. */
const suspendedChanges = new Set(
  [...roleTable.account.routes, ...roleTable.dispute.routes].map((route) => route.replace(' ', ` ${base}`)),
)

export const merchantRoleTable: MerchantRoles = {
  admits: (role, method, url) => rolesOf(method, url).has(role),
  admitsSuspended: (method, url) =>
    method === 'GET' || method === 'HEAD' || suspendedChanges.has(`${method} ${url}`),
  holdPayouts: holdOpenPayouts,
  rightsOf: (role) => merchantRights.filter((right) => roleTable[right].roles.includes(role)),
}

/** Refuses to register a route behind a bearer token that the table does not list. */
export function requireRoles(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, onRequest }) => {
    if (![onRequest].flat().some(isBearerGuard)) return
    // guard: routes-have-roles
    for (const name of [method].flat()) rolesOf(name, url)
  })
}
