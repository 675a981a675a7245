import { readFileSync } from 'node:fs'

/** The routes of one kind of users in docs/roles.md, each with the roles that have a mark in the row of its group. */
export function documentedRoutes<Role extends string>(whose: string, roles: readonly Role[]) {
  const page = readFileSync('docs/roles.md', 'utf8')
  const rowsUnder = (heading: string) =>
    page
      .split(`## ${heading}\n`)[1]!
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()))
  const rolesOf = new Map(
    rowsUnder(`Groups of ${whose}`).map(([, group, , ...marks]) => [
      group,
      roles.filter((_, i) => marks[i] === '●'),
    ]),
  )
  return rowsUnder(`Routes of ${whose}`).flatMap(([, group, routes = '']) =>
    [...routes.matchAll(/`([^`]+)`/g)].map(([, route = '']) => ({ route, roles: rolesOf.get(group) ?? [] })),
  )
}
