// The actor for admin actions at the command line.
import { userInfo } from 'node:os'
import type { Admin } from '../../../admin/access.ts'
import { newId } from '../../../kernel/id.ts'

/** The machine's user, as the actor in the audit log. Rules that require two people count the command line as one person. */
export function commandLineAdmin(): Admin {
  return { name: userName(), owner: 'command-line', address: 'command-line', requestId: newId() }
}

function userName(): string {
  try {
    return userInfo().username || 'command-line'
  } catch {
    return 'command-line'
  }
}
