import { ofAdmins } from './admins.ts'
import { ofCalls } from './calls.ts'
import { ofData } from './data.ts'
import { ofLimits } from './limits.ts'
import { ofOutgoing } from './outgoing.ts'
import { ofPages } from './pages.ts'
import { ofPlatform } from './platform.ts'
import type { Requirement } from './requirement.ts'

/** What this system asks of itself, by subject. */
export const requirements: Readonly<Record<string, readonly Requirement[]>> = {
  'Who calls, and what a call may do': ofCalls,
  'People with power': ofAdmins,
  'What a caller may cost': ofLimits,
  'Calls to addresses that others gave us': ofOutgoing,
  'What browsers are sent, and may send': ofPages,
  'What is kept, and what is not': ofData,
  'What it all stands on': ofPlatform,
}
