import { userInfo } from 'node:os'
import type { Admin } from '../../admin/access.ts'
import { newId } from '../../kernel/id.ts'

/** Whoever is signed in to the machine, for the audit log. To rules of two people the whole command line is one person. */
export function signedIn(): Admin {
  return { name: userName(), owner: 'command-line', address: 'command-line', requestId: newId() }
}

function userName(): string {
  try {
    return userInfo().username || 'command-line'
  } catch {
    return 'command-line'
  }
}
