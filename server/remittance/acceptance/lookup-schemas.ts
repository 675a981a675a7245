// What is answered about numbers, names, exchange rates and the service itself, as schemas.
import { z } from 'zod'
import { named, success, zonelessStamp } from '../../platform/http/api.ts'
import { msisdn, operatorName } from '../transfers/schemas.ts'

const nameMatch = z
  .object({
    expected: z.string(),
    matched: z.string().meta({ description: 'The name that was found.' }),
    score: z.number().min(0).max(1),
    decision: z.enum(['MATCH', 'PARTIAL', 'NO_MATCH']),
    words: z.array(
      z.object({
        expected: z.string().nullable(),
        matched: z.string().nullable(),
        how: z.enum(['equal', 'short_form', 'initial', 'spelling', 'similar', 'joined', 'missing', 'extra']),
        score: z.number(),
      }),
    ),
  })
  .meta({ id: 'NameMatch' })

export const lookUpAnswer = named(
  'AccountLookup',
  success(
    z.object({
      customer_number: msisdn,
      operator: operatorName,
      subscriber_name: z.string().nullable(),
      active: z.boolean().nullable(),
      name_match: nameMatch.nullable().meta({ description: 'Null without an expected name.' }),
    }),
  ),
  {
    status: 'success',
    data: {
      customer_number: '243810000001',
      operator: 'vodacom',
      subscriber_name: 'Jean Mukendi',
      active: true,
      name_match: {
        expected: 'Jean Mukendi',
        matched: 'Jean Mukendi',
        score: 1,
        decision: 'MATCH',
        words: [{ expected: 'jean', matched: 'jean', how: 'equal', score: 1 }],
      },
    },
  },
)

export const phoneAnswer = named(
  'PhoneCheck',
  success(
    z.object({
      phone: msisdn,
      e164: z.string(),
      country: z.string().nullable(),
      operator: operatorName.nullable(),
      blacklisted: z.boolean(),
    }),
  ),
  {
    status: 'success',
    data: {
      phone: '243810000001',
      e164: '+243810000001',
      country: 'CD',
      operator: 'vodacom',
      blacklisted: false,
    },
  },
)

/** Whole seconds by their nature: the times of the rate card. */
export const secondStamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)

export const rateCardAnswer = named(
  'RateCard',
  success(
    z.object({
      base: z.literal('USD'),
      as_of: secondStamp,
      next_refresh_at: secondStamp,
      rates: z.array(z.object({ currency: z.string(), rate: z.number() })),
    }),
  ),
  {
    status: 'success',
    data: {
      base: 'USD',
      as_of: '2026-11-21T06:00:00',
      next_refresh_at: '2026-11-21T12:00:00',
      rates: [
        { currency: 'UGX', rate: 3655.2 },
        { currency: 'CDF', rate: 2850 },
      ],
    },
  },
  'One USD is `rate` units of the currency.',
)

export const liveRateAnswer = named(
  'LiveRate',
  success(
    z.object({
      base: z.literal('USD'),
      currency: z.string(),
      rate: z.number(),
      as_of: secondStamp,
      source: z.literal('live'),
    }),
  ),
  {
    status: 'success',
    data: { base: 'USD', currency: 'CDF', rate: 2850, as_of: '2026-11-21T09:29:58', source: 'live' },
  },
)

export const healthAnswer = named(
  'RemittanceHealth',
  z.object({
    status: z.enum(['healthy', 'degraded']),
    service: z.literal('remittance'),
    checks: z.object({ database: z.enum(['ok', 'unreachable']) }),
    timestamp: zonelessStamp,
  }),
  {
    status: 'healthy',
    service: 'remittance',
    checks: { database: 'ok' },
    timestamp: '2026-11-21T09:30:00.118204',
  },
)
