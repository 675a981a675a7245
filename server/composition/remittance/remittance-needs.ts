// The dependencies of the remittance service.
import type { Approvals } from '../../admin/approvals/request-approval.ts'
import type { CompleteSettings } from '../../config/settings.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { BasicAuthentication } from '../../merchants/identity/basic-auth.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import type { Simulators } from '../../platform/network/simulators.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { IssueReceipt } from '../../receipts/issue-receipt.ts'
import type { InboundNeeds } from '../../remittance/acceptance/inbound.ts'
import type { Outside } from '../upstreams.ts'

export type RemittanceNeeds = {
  settings: CompleteSettings
  outside: Outside
  db: Database
  workDb: Database
  clock: Clock
  /** Real time, for timestamps that operators check. */
  wallClock: Clock
  log: Log
  secrets: Secrets
  approvals: Approvals
  basic: BasicAuthentication
  idempotency: Idempotency
  simulators: Simulators | undefined
  issueReceipt: IssueReceipt
  acceptsUrl: InboundNeeds['acceptsUrl']
  /** The environments that this deployment serves. */
  environments: readonly Environment[]
  wake: () => void
}
