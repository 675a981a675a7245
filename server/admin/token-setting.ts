// The setting ADMIN_TOKENS: who may use the admin API. The owner of a token is the person that rules of two people compare.
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
  .refine((list) => list.every(({ name, owner }) => name && owner), 'a name and an owner are not blank')
  .refine(
    (list) => new Set(list.map(({ token }) => token)).size === list.length,
    'each name has a token of its own',
  )
  .refine(
    (list) =>
      list.every(({ name, owner }) => list.every((other) => other.name !== name || other.owner === owner)),
    'a name belongs to one owner',
  )
