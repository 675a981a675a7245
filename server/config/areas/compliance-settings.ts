// Settings of compliance: the deadline of cases, the threshold of the monthly register, and how long persons are screened again.
import { z } from 'zod'

const wholeDays = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'a whole number of days')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `days from ${least} to ${most}`)

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
} as const
