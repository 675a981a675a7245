// Settings of compliance: the deadline of cases, the threshold of the monthly register, how long persons are screened again, and
// retention.

import { z } from 'zod'
import { whole } from './forms.ts'

/** Ten years with up to three leap days. */
const tenYears = 3_653
const retained = () => whole('days', tenYears, 36_530).default(tenYears)

/** Rows of the table of settings. */
export const complianceVariables = {
  CASE_DEADLINE_DAYS: [
    whole('days', 1, 60).default(5),
    'Days until a compliance case must be closed; then it is escalated',
  ],
  REGISTER_THRESHOLD_USD: [
    z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'whole dollars')
      .transform(Number)
      .default(10_000),
    'Transfers of this amount and above are in the monthly register, in whole dollars',
  ],
  SCREENING_RELATIONSHIP_DAYS: [
    whole('days', 1, 3_660).default(365),
    'Days after their last transfer during which persons are screened again when a list has changed',
  ],
  RETENTION_JOB: [
    z.enum(['on', 'off']).default('on'),
    'Whether a worker erases every day what is past its retention; `likuta retention run` does it by hand',
  ],
  RETENTION_TRANSFER_DAYS: [
    retained(),
    'Days until sender and beneficiary of a transfer are erased; at least ten years (docs/compliance.md)',
  ],
  RETENTION_CASE_DAYS: [retained(), 'The same for person, notes and papers of a closed case'],
  RETENTION_BUSINESS_DAYS: [
    whole('days', 30, 36_530).default(365),
    'Days until facts and papers of a business that did not go live are deleted, after the refusal or the last change; at least 30',
  ],
  RETENTION_DECLARATION_DAYS: [retained(), 'The same for cases with a declaration of suspicion'],
  RETENTION_PAYER_DAYS: [retained(), 'The same for the payer of a card payment'],
  RETENTION_DISPUTE_DAYS: [
    retained(),
    'The same for evidence of closed disputes, and exceptions of the dispute report',
  ],
  RETENTION_BANK_LINE_DAYS: [retained(), 'The same for texts of bank lines that were matched or written off'],
  RETENTION_WEBHOOK_DAYS: [
    whole('days', 90, 36_530).default(tenYears),
    'Days until bodies of webhooks are emptied; at least 90',
  ],
  RETENTION_CALLBACK_DAYS: [
    whole('days', 90, 36_530).default(730),
    'Days until operators’ callbacks are deleted; at least 90',
  ],
  RETENTION_STAFF_DAYS: [
    whole('days', 90, 36_530).default(tenYears),
    'Days until a removed admin user is deleted; at least 90',
  ],
} as const
