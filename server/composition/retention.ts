// Which kinds of personal data this deployment erases, and after how long.

import type { RetainedKind } from '../admin/retention/kind.ts'
import { removedStaffRetention } from '../admin/users/queries.ts'
import { bankLineRetention } from '../bank/files/store-lines.ts'
import { batchRowRetention } from '../batches/retention.ts'
import {
  disputeExceptionRetention,
  disputeFileRetention,
  payerRetention,
} from '../cards/payments/retention.ts'
import type { CompleteSettings } from '../config/settings.ts'
import { businessRetention } from '../merchants/business/retention.ts'
import { profileRetention } from '../remittance/batches/retention.ts'
import { caseFileRetention, declarationRetention } from '../remittance/cases/retention.ts'
import { callbackRetention, transferRetention } from '../remittance/transfer/retention.ts'
import { webhookRetention } from '../webhooks/erase-bodies.ts'

/** In the order in which they are erased: a transfer is kept while a case refers to it. */
export function retainedKinds(settings: CompleteSettings): RetainedKind[] {
  return [
    { ...caseFileRetention, days: settings.RETENTION_CASE_DAYS },
    { ...declarationRetention, days: settings.RETENTION_DECLARATION_DAYS },
    { ...businessRetention, days: settings.RETENTION_BUSINESS_DAYS },
    { ...transferRetention, days: settings.RETENTION_TRANSFER_DAYS },
    { ...batchRowRetention, days: settings.RETENTION_TRANSFER_DAYS },
    { ...profileRetention, days: settings.RETENTION_TRANSFER_DAYS },
    { ...payerRetention, days: settings.RETENTION_PAYER_DAYS },
    { ...disputeExceptionRetention, days: settings.RETENTION_DISPUTE_DAYS },
    { ...disputeFileRetention, days: settings.RETENTION_DISPUTE_DAYS },
    { ...bankLineRetention, days: settings.RETENTION_BANK_LINE_DAYS },
    { ...webhookRetention, days: settings.RETENTION_WEBHOOK_DAYS },
    { ...callbackRetention, days: settings.RETENTION_CALLBACK_DAYS },
    { ...removedStaffRetention, days: settings.RETENTION_STAFF_DAYS },
  ]
}
