// Roles of a merchant's users and what each may do. A role has whole rights, a route behind a bearer token names the one that it needs, and
// the portal shows what belongs to the rights of its user. API keys have scopes instead, and the merchant secret is the owner's.
// docs/roles.md is printed from this table and the routes.

/** From the one with most rights. */
export const merchantRoles = ['owner', 'developer', 'accountant', 'cashier', 'viewer'] as const
export type MerchantRole = (typeof merchantRoles)[number]

const everyone = merchantRoles
const readers = ['owner', 'developer', 'accountant', 'viewer'] as const
const finance = ['owner', 'accountant'] as const

// guard: role-table
const table = {
  account: {
    means: 'the own account: password, confirmed addresses, second factors, sessions, step-up',
    roles: everyone,
  },
  team: {
    means: 'users, their roles, invitations',
    roles: ['owner'],
  },
  sell: {
    means:
      'make and cancel payment links, till, own sales of the day, handing over goods; find at the till what is left of links in parts, whoever made them',
    roles: ['owner', 'cashier'],
  },
  links: {
    means: 'read payment links; a cashier only those they made',
    roles: everyone,
  },
  payments: {
    means: 'read payments, transfers and disputes',
    roles: readers,
  },
  refund: {
    means: 'request and withdraw refunds',
    roles: finance,
  },
  money: {
    means: 'read balances, payouts, statements, the wallet',
    roles: ['owner', 'accountant', 'viewer'],
  },
  export: {
    means: 'download CSV files',
    roles: finance,
  },
  payout: {
    means: 'request and cancel payouts',
    roles: finance,
  },
  approve: {
    means: 'approve and reject payouts and refunds that another user requested',
    roles: finance,
  },
  destinations: {
    means: 'payout destinations and schedule',
    roles: ['owner'],
  },
  dispute: {
    means: 'answer disputes',
    roles: ['owner'],
  },
  integration: {
    means: 'read webhooks, requests and settings of the integration',
    roles: ['owner', 'developer', 'viewer'],
  },
  keys: {
    means: 'API keys to charge, refund and read, webhooks and their secret, allowlist, custom checkout',
    roles: ['owner', 'developer'],
  },
  money_keys: {
    means: 'API keys for payouts and disputes, the merchant secret',
    roles: ['owner'],
  },
  sandbox: {
    means: 'try the sandbox',
    roles: ['owner', 'developer'],
  },
  settings: {
    means: 'read the settings of the account',
    roles: readers,
  },
  configure: {
    means: 'change the settings of the account, go live',
    roles: ['owner'],
  },
} as const satisfies Record<string, { means: string; roles: readonly MerchantRole[] }>

export type MerchantRight = keyof typeof table
export const merchantRights = Object.keys(table) as readonly MerchantRight[]
export const merchantRightTable: Readonly<
  Record<MerchantRight, { means: string; roles: readonly MerchantRole[] }>
> = table

/** Returns the rights of a role, in the order of the table. */
export const rightsOfUsers = (role: MerchantRole): MerchantRight[] =>
  merchantRights.filter((right) => isAllowed(role, right))

/** Whether users of the role have the right. */
export const isAllowed = (role: MerchantRole, right: MerchantRight): boolean =>
  merchantRightTable[right].roles.includes(role)

/** What users of a suspended merchant may still change: their own accounts, and answers to disputes, whose deadlines go on. */
export const rightsWhileSuspended: readonly MerchantRight[] = ['account', 'dispute']

/** What users do while they look at a sample, which nobody changes. */
export const rightsInSample: readonly MerchantRight[] = [
  'account',
  'links',
  'payments',
  'money',
  'export',
  'integration',
  'settings',
]

// What an API key may be used for. A key has some of these scopes, and a signed route names those of which its key needs one.
export const keyScopes = ['charge', 'refund', 'read', 'payouts', 'disputes'] as const
export type KeyScope = (typeof keyScopes)[number]
