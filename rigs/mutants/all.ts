import { access } from './access.ts'
import { cards } from './cards.ts'
import { certification } from './certification.ts'
import { businessPapers } from './compliance/business.ts'
import { matching } from './compliance/matching.ts'
import { names } from './compliance/names.ts'
import { retention } from './compliance/retention.ts'
import { screening } from './compliance/screening.ts'
import { travelRule } from './compliance/travel-rule.ts'
import { paperUploads } from './compliance/uploads.ts'
import { approvals } from './money/approvals.ts'
import { bank } from './money/bank.ts'
import { bankFiles } from './money/bank-files.ts'
import { batches } from './money/batches.ts'
import { collections } from './money/collections.ts'
import { collectors } from './money/collectors.ts'
import { fairLocks } from './money/fair-locks.ts'
import { held } from './money/held.ts'
import { refundBatches } from './money/refund-batches.ts'
import { returns } from './money/returns.ts'
import { secondUsers } from './money/second-users.ts'
import type { Mutant } from './mutant.ts'
import { factors } from './people/factors.ts'
import { messages } from './people/messages.ts'
import { persons } from './people/persons.ts'
import { staff } from './people/staff.ts'
import { staffFactors } from './people/staff-factors.ts'
import { users } from './people/users.ts'
import { platform } from './platform.ts'
import { remittance } from './remittance.ts'
import { running } from './running.ts'
import { webhookEndpoints } from './webhook-endpoints.ts'

export const mutants: readonly Mutant[] = [
  ...cards,
  ...certification,
  ...remittance,
  ...screening,
  ...names,
  ...matching,
  ...retention,
  ...travelRule,
  ...paperUploads,
  ...businessPapers,
  ...bank,
  ...batches,
  ...refundBatches,
  ...collections,
  ...collectors,
  ...returns,
  ...bankFiles,
  ...held,
  ...fairLocks,
  ...approvals,
  ...secondUsers,
  ...running,
  ...access,
  ...platform,
  ...webhookEndpoints,
  ...messages,
  ...users,
  ...staff,
  ...persons,
  ...staffFactors,
  ...factors,
]
