// Schemas of payout schedules.
import { z } from 'zod'
import { dayText, named, success, twoPlaces } from '../../platform/http/api.ts'
import { decimalNumber, optional, refused, text } from '../../platform/http/body/body.ts'
import { localCurrencies } from '../payouts/schemas.ts'

export const intervals = ['manual', 'daily', 'weekly'] as const
export type Interval = (typeof intervals)[number]

const minimum = decimalNumber
  .refine(
    (digits) => !digits.startsWith('-') && digits.length <= 13,
    refused('greater_than_equal', 'Input should be greater than or equal to 0'),
  )
  .meta({ description: 'Less than this waits for the next run.', minimum: 0 })

export const scheduleSchema = z.object({
  interval: z.enum(intervals),
  minimum,
  currency: z.enum(localCurrencies),
  destination_id: optional(text({ min: 1, max: 64 })).meta({ description: 'Required unless `manual`.' }),
})

export const scheduleBody = named('PayoutScheduleRequest', scheduleSchema, {
  interval: 'daily',
  minimum: 50,
  currency: 'USD',
  destination_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
})

const schedule = z
  .object({
    currency: z.enum(localCurrencies),
    interval: z.enum(intervals),
    minimum: twoPlaces,
    destination_id: z.string().nullable(),
    next_run_on: dayText.nullable(),
  })
  .meta({ id: 'PayoutSchedule' })

export const schedulesResponse = named(
  'PayoutSchedules',
  success(z.object({ schedules: z.array(schedule) })),
  {
    status: 'success',
    data: {
      schedules: [
        { currency: 'CDF', interval: 'manual', minimum: '0.00', destination_id: null, next_run_on: null },
        {
          currency: 'USD',
          interval: 'daily',
          minimum: '50.00',
          destination_id: '0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa',
          next_run_on: '2026-11-24',
        },
      ],
    },
  },
)
