// Roles of admins and what each may do. A role has whole rights, an admin route names the one that it needs, and the console shows what
// belongs to the rights of its admin. docs/roles.md is printed from this table and the routes.

/** From the one with most rights. */
export const adminRoles = ['owner', 'finance', 'compliance', 'operator', 'support'] as const
export type AdminRole = (typeof adminRoles)[number]

const everyone = adminRoles
const finance = ['owner', 'finance'] as const
const compliance = ['owner', 'compliance'] as const
const operator = ['owner', 'operator'] as const

// guard: admin-role-table
const table = {
  account: {
    means: 'the own account, its password, passkeys, recovery codes and sessions',
    roles: everyone,
  },
  read: {
    means: 'read payments, transfers, disputes, merchants, webhooks, what waits, the state of the service',
    roles: everyone,
  },
  request_refunds: {
    means:
      'refund and void payments; without the group `refunds`, each waits for the approval of another admin',
    roles: ['owner', 'finance', 'support'],
  },
  refunds: {
    means: "decide merchants' refund requests, reverse transfers, approve refunds",
    roles: finance,
  },
  disputes: {
    means: 'answer disputes, close their exceptions',
    roles: finance,
  },
  decide: {
    means: 'approve and reject what other admins requested, where the role has the right to the act itself',
    roles: ['owner', 'finance', 'compliance'],
  },
  money: {
    means: 'read balances, payouts, settlements, wallets, statements, the bank, reconciliation',
    roles: finance,
  },
  move_money: {
    means: 'payouts, batches, bank files, top-ups, adjustments',
    roles: finance,
  },
  pricing: {
    means: "merchants' fees and right to refund, publishing exchange rates",
    roles: finance,
  },
  merchants: {
    means:
      'decide on going live, suspend and resume merchants; the live keys are shown to those with the group `move_money` only',
    roles: compliance,
  },
  passwords: {
    means: "make password links for merchants' users",
    roles: ['owner', 'support'],
  },
  factors: {
    means:
      "reset the second factors of merchants' users: apart from `passwords`, so that one admin cannot take an account over",
    roles: operator,
  },
  read_compliance: {
    means:
      'read holds, screening, blocked numbers, cases, businesses of merchants, limits, regulatory reports, retention',
    roles: compliance,
  },
  compliance: {
    means:
      'decide on holds, alerts, papers and owners of businesses, work on cases, change blocked numbers and limits',
    roles: compliance,
  },
  read_operations: {
    means: 'read exceptions',
    roles: operator,
  },
  operations: {
    means: 'pause operators, send inquiries, close exceptions',
    roles: operator,
  },
  webhooks: {
    means: 'resend webhooks',
    roles: ['owner', 'operator', 'support'],
  },
  read_clock: {
    means: 'read the clock of the sandbox',
    roles: operator,
  },
  clock: {
    means: 'set the clock of the sandbox',
    roles: operator,
  },
  audit: {
    means: 'read and verify the audit log',
    roles: compliance,
  },
  read_approvals: {
    means: 'read every approval, also of acts that the role may not do',
    roles: ['owner'],
  },
  read_staff: {
    means: 'read admin users, sessions of all',
    roles: ['owner'],
  },
  staff: {
    means: 'admin users: invite, change, remove, reset the second factor; end sessions of all',
    roles: ['owner'],
  },
} as const satisfies Record<string, { means: string; roles: readonly AdminRole[] }>

export type AdminRight = keyof typeof table
export const adminRights = Object.keys(table) as readonly AdminRight[]
export const adminRightTable: Readonly<Record<AdminRight, { means: string; roles: readonly AdminRole[] }>> =
  table

/** What a route that only reads needs, where its group has a right of its own for that. */
export const readRightOf = (right: AdminRight): AdminRight =>
  adminRights.find((each) => each === `read_${right}`) ?? right

/** Returns the rights of whoever has all of these roles. */
export function rightsOfAdmins(roles: readonly AdminRole[]): ReadonlySet<AdminRight> {
  return new Set(
    adminRights.filter((right) => adminRightTable[right].roles.some((role) => roles.includes(role))),
  )
}
