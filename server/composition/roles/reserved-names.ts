// The names of our own people, under which no user of a merchant may appear: the owners of admin tokens and the admin users, however
// their names are spelled. Their emails need no such rule: one that was not confirmed says nothing about a user.

import { activeStaff } from '../../admin/users/queries.ts'
import type { CompleteSettings } from '../../config/settings.ts'
import { formOfName, lookOfName } from '../../kernel/text/name-skeleton.ts'
import type { Sql } from '../../platform/database/database.ts'

/** Returns whether a text is the name of one of our own people. */
export function openReservedNames({ ADMIN_TOKENS }: CompleteSettings) {
  const ofTokens = ADMIN_TOKENS.flatMap(({ name, owner }) => (owner === undefined ? [name] : [name, owner]))
  return async (sql: Sql, name: string): Promise<boolean> => {
    const reserved = new Set(
      [...ofTokens, ...(await activeStaff(sql)).map((user) => user.name)].flatMap(formsOf),
    )
    return formsOf(name).some((form) => reserved.has(form))
  }
}

/** How a name looks: with its words in any order, and written together from either end. An `l` may be written for an `i`. */
// guard: reserved-name-spelling
function formsOf(name: string): string[] {
  const words = lookOfName(name)
  const forms = [formOfName(name), words.join(''), words.toReversed().join('')]
  return forms.filter((form) => form !== '').map((form) => form.replaceAll('l', 'i'))
}
