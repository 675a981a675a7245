// The setting ADMIN_TOKENS: named tokens of admins. Rules that require two people compare the owners of tokens.
import { z } from 'zod'
import { ownerOf } from './access.ts'

export const adminTokens = z
  .string()
  .transform((text) => text.split(',').map((part) => /^([^:@]+)(?:@([^:@]+))?:([^:]{16,})$/.exec(part)))
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
