// What a merchant states about itself when it signs up: how it sells, and the time zone of its days.
import { z } from 'zod'
import { isTimeZone } from '../../kernel/time-zone.ts'
import { optional, refused, text, wholeNumber } from '../../platform/http/body/body.ts'

/** How a merchant mainly uses the service. */
export const salesChannels = ['link', 'site', 'transfer'] as const
export type SalesChannel = (typeof salesChannels)[number]

export const defaultTimeZone = 'Africa/Kinshasa'

export const timeZone = text({ min: 1, max: 64 }).refine(
  isTimeZone,
  refused('value_error', 'Value error, unknown time zone'),
)

/** The preferences that a sign-up may state. */
export const signUpPreferences = {
  sells_by: optional(z.enum(salesChannels)),
  time_zone: optional(timeZone),
  checkout_attempts: optional(wholeNumber({ min: 1, max: 5 })).meta({
    description: 'How many cards a payer may try for one payment; the portal proposes 3.',
  }),
}
