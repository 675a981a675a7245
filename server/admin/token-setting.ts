// The settings ADMIN_TOKENS, named tokens of admins, and ADMIN_TOKEN_ROLES, what some of them are limited to. Rules that require two
// people compare the owners of tokens.
import { z } from 'zod'
import { type AdminRole, adminRoles } from '../kernel/admin-roles.ts'
import { ownerOf } from './access.ts'

/** The owner may be an email, as that of the admin user who is the same person. */
const entryPattern = /^([^:@]+)(?:@([^:@]+(?:@[^:@.]+(?:\.[^:@.]+)+)?))?:([^:]{16,})$/

export const adminTokens = z
  .string()
  .transform((text) => text.split(',').map((part) => entryPattern.exec(part)))
  .refine(
    (list) => list.every((entry) => entry !== null),
    'name:token or name@owner:token, separated by commas, tokens of at least 16 characters',
  )
  .transform((list) =>
    list.flatMap((entry) => {
      if (entry === null) return []
      const [, name = '', owner, token = ''] = entry
      return [{ name: name.trim(), owner: ownerOf({ name, owner }), token }]
    }),
  )
  .refine((list) => list.every(({ name, owner }) => name && owner), 'names and owners must not be blank')
  .refine(
    (list) => new Set(list.map(({ token }) => token)).size === list.length,
    'every token must be different',
  )
  .refine(
    (list) =>
      list.every(({ name, owner }) => list.every((other) => other.name !== name || other.owner === owner)),
    'a name must not have two owners',
  )

const isRole = (name: string): name is AdminRole => (adminRoles as readonly string[]).includes(name)

/** The roles of tokens by the names of the tokens. */
export const adminTokenRoles = z.string().transform((text, context): Record<string, AdminRole[]> => {
  const entries = text.split(',').map((part) => {
    const [name = '', list = ''] = part.split('=').map((piece) => piece.trim())
    return [name, list.split('+').map((role) => role.trim())] as const
  })
  const isRight = entries.every(([name, roles]) => name !== '' && roles.every(isRole))
  if (isRight && new Set(entries.map(([name]) => name)).size === entries.length)
    return Object.fromEntries(entries) as Record<string, AdminRole[]>
  context.addIssue({
    code: 'custom',
    message: `name=role or name=role+role, separated by commas, each name once, with roles of ${adminRoles.join(', ')}`,
  })
  return z.NEVER
})
