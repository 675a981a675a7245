import { ofAdmins } from './admins.ts'
import { ofCalls } from './calls.ts'
import { ofData } from './data.ts'
import { ofLimits } from './limits.ts'
import { ofOutgoing } from './outgoing.ts'
import { ofPages } from './pages.ts'
import { ofPlatform } from './platform.ts'
import type { Requirement } from './requirement.ts'

/** The security requirements of this system, by subject. */
export const requirements: Readonly<Record<string, readonly Requirement[]>> = {
  'Authentication and authorization of calls': ofCalls,
  Admins: ofAdmins,
  'Limits on callers': ofLimits,
  'Calls to URLs supplied by others': ofOutgoing,
  'Pages and browsers': ofPages,
  'Stored data': ofData,
  Platform: ofPlatform,
}
