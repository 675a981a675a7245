// docs/roles.md: every route of a signed-in user and of an admin with the roles that may call it, printed from the declarations.
import { adminRights, adminRightTable, adminRoles } from '../server/kernel/admin-roles.ts'
import { merchantRights, merchantRightTable, merchantRoles } from '../server/kernel/merchant-roles.ts'
import { type StepUp, withoutStepUp } from '../server/platform/http/access.ts'
import type { ListedRoute } from '../server/platform/http/api.ts'

type Side<Role extends string, Right extends string> = {
  roles: readonly Role[]
  rights: readonly Right[]
  table: Readonly<Record<Right, { means: string; roles: readonly Role[] }>>
  /** By right, without what is common to all paths. */
  routes: ReadonlyMap<string, readonly string[]>
}

const listOf = (routes: readonly string[]) => routes.join(', ')

/** The two tables of one kind of users: groups with their roles, and groups with their routes. */
function tablesOf<Role extends string, Right extends string>({
  roles,
  rights,
  table,
  routes,
}: Side<Role, Right>) {
  const marks = (right: Right) =>
    roles.map((role) => (table[right].roles.includes(role) ? '●' : '')).join(' | ')
  return {
    groups: [
      `| group | allows to | ${roles.join(' | ')} |`,
      `|---|---|${roles.map(() => ':-:').join('|')}|`,
      ...rights.map((right) => `| \`${right}\` | ${table[right].means} | ${marks(right)} |`),
    ],
    routes: [
      '| group | routes |',
      '|---|---|',
      ...rights.map((right) => `| \`${right}\` | ${listOf(routes.get(right) ?? [])} |`),
    ],
  }
}

const nameOf = ({ method, url }: ListedRoute) =>
  `\`${method} ${url.replace(/^\/api\/v1\/(merchant|admin)\//, '')}\``

/** The routes of one kind of callers by the right that each needs. An admin route that needs a step-up is marked. */
function routesByRight(routes: readonly ListedRoute[], by: 'bearer' | 'admin') {
  const named = routes.flatMap((listed) => {
    const { access, stepUp } = listed.endpoint
    const mark = stepUp === 'required' ? '†' : ''
    return access.by === by ? [{ right: access.right, route: `${nameOf(listed)}${mark}` }] : []
  })
  const groups = Map.groupBy(named, ({ right }): string => right)
  return new Map([...groups].map(([right, found]) => [right, found.map(({ route }) => route)]))
}

export function rolesPage(routes: readonly ListedRoute[]): string {
  const merchants = tablesOf({
    roles: merchantRoles,
    rights: merchantRights,
    table: merchantRightTable,
    routes: routesByRight(routes, 'bearer'),
  })
  const admins = tablesOf({
    roles: adminRoles,
    rights: adminRights,
    table: adminRightTable,
    routes: routesByRight(routes, 'admin'),
  })
  return [
    '# Roles',
    '',
    'A role has groups of routes, and whoever lacks the role gets 403 `RMT-403`. Printed by `npm run generate` from the',
    'declarations of the routes and the tables in `server/kernel/merchant-roles.ts` and `server/kernel/admin-roles.ts`.',
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
    'Below `/api/v1/admin/`. Those with † need a [step-up](#step-ups-of-admins).',
    '',
    ...admins.routes,
    '',
    ...stepUpLines(routes),
  ].join('\n')
}

/** What a step-up is, and why the routes that change something without one need none. */
function stepUpLines(routes: readonly ListedRoute[]): string[] {
  const routesBy = (stepUp: StepUp) =>
    listOf(routes.filter(({ endpoint }) => endpoint.stepUp === stepUp).map(nameOf))
  return [
    '## Step-ups of admins',
    '',
    'For a route with †, an admin user [confirms their identity](admin-api.md#admin-users) first, by a code or a passkey; tokens need no',
    'step-up. For the others that change something, a session is enough',
    '([why](decisions/0022-step-up-where-one-session-could-do-lasting-harm.md)):',
    '',
    '| what the route does | routes |',
    '|---|---|',
    ...Object.entries(withoutStepUp).map(([name, reason]) => `| ${reason} | ${routesBy(name as StepUp)} |`),
    '',
  ]
}
