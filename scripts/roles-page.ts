// docs/roles.md: every route of a signed-in user and of an admin with the roles that may call it, printed from the tables that the
// server uses.
import { adminRights, adminRoles } from '../server/admin/roles.ts'
import { adminRoleGroups } from '../server/composition/roles/admin-roles.ts'
import { roleTable } from '../server/composition/roles/merchant-roles.ts'
import { sessionRoutes, stepUpRoutes } from '../server/composition/roles/step-up-routes.ts'
import { merchantRights, merchantRoles } from '../server/merchants/identity/role.ts'

type Side<Role extends string, Right extends string> = {
  roles: readonly Role[]
  rights: readonly Right[]
  table: Readonly<Record<Right, { means: string; roles: readonly Role[]; routes: readonly string[] }>>
}

const listOf = (routes: readonly string[]) => routes.map((route) => `- \`${route}\``)

/** The two tables of one kind of users: groups, and routes. */
function tablesOf<Role extends string, Right extends string>({ roles, rights, table }: Side<Role, Right>) {
  const line = (first: string, second: string, right: Right) =>
    `| ${first} | ${second} | ${roles.map((role) => (table[right].roles.includes(role) ? '●' : '')).join(' | ')} |`
  const heading = (first: string, second: string) => [
    `| ${first} | ${second} | ${roles.join(' | ')} |`,
    `|---|---|${roles.map(() => ':-:').join('|')}|`,
  ]
  return {
    groups: [
      ...heading('group', 'allows to'),
      ...rights.map((right) => line(`\`${right}\``, table[right].means, right)),
    ],
    routes: [
      ...heading('route', 'group'),
      ...rights.flatMap((right) =>
        table[right].routes.map((route) => line(`\`${route}\``, `\`${right}\``, right)),
      ),
    ],
  }
}

export function rolesPage(): string {
  const merchants = tablesOf({ roles: merchantRoles, rights: merchantRights, table: roleTable })
  const admins = tablesOf({ roles: adminRoles, rights: adminRights, table: adminRoleGroups })
  return [
    '# Roles',
    '',
    'Printed from the tables in `server/composition/roles/` by `npm run generate`. A route that its table lacks cannot be registered.',
    'Whoever lacks the role gets 403 `RMT-403`.',
    '',
    "- [Merchants' users](#groups-of-merchants-users): a merchant's people in the portal. API keys and merchant secrets have no role:",
    "  they are the access of the merchant's servers to the routes of their own. The guide is [Team and roles](guides/en/team.md).",
    '- [Admins](#groups-of-admins): the people who run the service, as [admin users](admin-api.md#admin-users) or with a token that',
    '  `ADMIN_TOKEN_ROLES` limits. A token that it does not name may call every route.',
    '',
    "## Groups of merchants' users",
    '',
    ...merchants.groups,
    '',
    "## Routes of merchants' users",
    '',
    'Below `/api/v1/merchant/`.',
    '',
    ...merchants.routes,
    '',
    '## Groups of admins',
    '',
    ...admins.groups,
    '',
    '## Routes of admins',
    '',
    'Below `/api/v1/admin/`.',
    '',
    ...admins.routes,
    '',
    '## Routes of admins that need a step-up',
    '',
    'An admin user [confirms their identity](admin-api.md#admin-users) first, by a code or a passkey. Tokens need no step-up.',
    '',
    ...listOf(stepUpRoutes),
    '',
    '## Routes of admins that change something without a step-up',
    '',
    'A session is enough for them ([why](decisions/0022-step-up-where-one-session-could-do-lasting-harm.md)).',
    '',
    ...Object.entries(sessionRoutes).flatMap(([reason, routes]) => [
      `${reason.charAt(0).toUpperCase()}${reason.slice(1)}:`,
      '',
      ...listOf(routes),
      '',
    ]),
  ].join('\n')
}
