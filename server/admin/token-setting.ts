// The setting ADMIN_TOKENS: who may use the admin API. The owner of a token is the person that rules of two people compare.
import { z } from 'zod'

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
      const [, name = '', owner = name, token = ''] = entry
      return [{ name: name.trim(), owner: owner.trim(), token }]
    }),
  )
  .refine((list) => list.every(({ name, owner }) => name && owner), 'a name and an owner are not blank')
  .refine(
    (list) => new Set(list.map(({ token }) => token)).size === list.length,
    'each name has a token of its own',
  )
  .refine((list) => {
    const owners = new Set(list.map(({ owner }) => owner))
    return new Set([...owners].map((owner) => owner.toLowerCase())).size === owners.size
  }, 'one owner is written in one way')
  .refine(
    (list) =>
      list.every(({ name, owner }) => list.every((other) => other.name !== name || other.owner === owner)),
    'a name belongs to one owner',
  )
