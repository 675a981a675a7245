// Settings of compliance: the deadline of cases, the threshold of the monthly register, how long persons are screened again, and
// retention.
import { z } from 'zod'

const wholeDays = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'a whole number of days')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `days from ${least} to ${most}`)

/** Ten years with up to three leap days. */
const tenYears = 3_653
const retained = () => wholeDays(tenYears, 36_530).default(tenYears)

/** Rows of the table of settings. */
export const complianceVariables = {
  CASE_DEADLINE_DAYS: [
    wholeDays(1, 60).default(5),
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
    wholeDays(1, 3_660).default(365),
    'Days after a person’s last transfer during which a changed sanctions list is compared with that person',
  ],
  RETENTION_JOB: [
    z.enum(['on', 'off']).default('on'),
    'Whether a worker erases every day what is past its retention; `likuta retention run` does it by hand',
  ],
  RETENTION_TRANSFER_DAYS: [
    retained(),
    'Days after the last transfer of a person until sender and beneficiary are erased; at least ten years',
  ],
  RETENTION_CASE_DAYS: [
    retained(),
    'Days after a compliance case was closed until its person, notes and papers are erased; at least ten years',
  ],
  RETENTION_DECLARATION_DAYS: [retained(), 'The same for cases with a declaration of suspicion'],
  RETENTION_PAYER_DAYS: [
    retained(),
    'Days after a card payment ended until its payer is erased; at least ten years',
  ],
  RETENTION_DISPUTE_DAYS: [
    retained(),
    'Days after a dispute was closed until its evidence is erased, and after an exception of the dispute report was closed until it is deleted; at least ten years',
  ],
  RETENTION_BANK_LINE_DAYS: [
    retained(),
    'Days after a bank line was matched or written off until its texts are erased; at least ten years',
  ],
  RETENTION_WEBHOOK_DAYS: [
    wholeDays(90, 36_530).default(tenYears),
    'Days after which the bodies of webhooks to merchants are emptied; at least 90',
  ],
  RETENTION_CALLBACK_DAYS: [
    wholeDays(90, 36_530).default(730),
    'Days until operators’ callbacks as they were received are deleted; at least 90',
  ],
  RETENTION_STAFF_DAYS: [
    wholeDays(90, 36_530).default(tenYears),
    'Days until an admin user who was removed is deleted; at least 90',
  ],
} as const
