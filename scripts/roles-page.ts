// docs/roles.md: every route behind a bearer token with the roles that may call it, printed from the table that the server uses.
import { roleTable } from '../server/composition/roles/merchant-roles.ts'
import { merchantRights, merchantRoles } from '../server/merchants/identity/role.ts'

export function rolesPage(): string {
  const line = (first: string, second: string, has: (role: (typeof merchantRoles)[number]) => boolean) =>
    `| ${first} | ${second} | ${merchantRoles.map((role) => (has(role) ? '●' : '')).join(' | ')} |`
  const heading = (first: string, second: string) => [
    `| ${first} | ${second} | ${merchantRoles.join(' | ')} |`,
    `|---|---|${merchantRoles.map(() => ':-:').join('|')}|`,
  ]
  return [
    "# Roles of a merchant's users",
    '',
    'Printed from `server/composition/roles/merchant-roles.ts` by `npm run generate`. A route that the table lacks cannot be',
    'registered. Whoever lacks the role gets 403 `RMT-403`. API keys and merchant secrets have no role: they are the access of the',
    "merchant's servers to the routes of their own. The guide is [Team and roles](guides/en/team.md).",
    '',
    '## Groups',
    '',
    ...heading('group', 'allows to'),
    ...merchantRights.map((right) =>
      line(`\`${right}\``, roleTable[right].means, (role) => roleTable[right].roles.includes(role)),
    ),
    '',
    '## Routes',
    '',
    'Below `/api/v1/merchant/`.',
    '',
    ...heading('route', 'group'),
    ...merchantRights.flatMap((right) =>
      roleTable[right].routes.map((route) =>
        line(`\`${route}\``, `\`${right}\``, (role) => roleTable[right].roles.includes(role)),
      ),
    ),
    '',
  ].join('\n')
}
