// What the answers of admins about transfers are made of, as schemas: who pays whom, what screening found, what is open.
import { z } from 'zod'
import { oddNameRules } from '../../compliance/names/reading.ts'
import { exampleMatch, matchRecord } from '../../compliance/screening/match-record.ts'
import { environmentName, zonelessStamp } from '../../platform/http/api.ts'
import { documentTypes } from '../operators/operator.ts'

export const at = '2026-11-21T09:30:00.118204'
export const firstPage = { page: 1, limit: 20, total: 1, pages: 1 }
export const cappedPage = { ...firstPage, capped: false }

export const action = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
export const may = { allowed: true, reason: null }
export const mayNot = (reason: string) => ({ allowed: false, reason })

export const ofMerchant = {
  merchant_code: z.string(),
  merchant_name: z.string(),
  environment: environmentName,
}
export const exampleMerchant = {
  merchant_code: 'MSL-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  environment: 'sandbox',
} as const

const person = {
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  birthPlace: z.string(),
  address: z.string(),
}
const documentType = z.enum(documentTypes)

export const parties = z
  .object({
    sender: z.object({
      ...person,
      country: z.string(),
      city: z.string(),
      msisdn: z.string(),
      profession: z.string(),
      document: z.object({
        type: documentType,
        number: z.string(),
        issued: z.string(),
        expires: z.string(),
      }),
    }),
    receiver: z.object({
      ...person,
      name: z.string(),
      document: z.object({ type: documentType, number: z.string() }),
    }),
    purpose: z.string(),
    sourceOfFunds: z.string(),
  })
  .meta({ id: 'Parties', description: 'Who pays whom, with their papers.' })

export const exampleParties = {
  sender: {
    firstName: 'Aimée',
    middleName: '',
    lastName: 'Ngalula',
    birthDate: '1988-04-02',
    birthPlace: 'Lubumbashi',
    address: '12 rue Sainte-Catherine',
    country: 'CA',
    city: 'Montréal',
    msisdn: '15145550100',
    profession: 'Nurse',
    document: {
      type: 'PASSPORT',
      number: 'AB123456',
      issued: '2022-01-10',
      expires: '2032-01-09',
    } as const,
  },
  receiver: {
    name: 'Jean Mukendi',
    firstName: '',
    middleName: '',
    lastName: '',
    birthDate: '1990-06-15',
    birthPlace: 'Goma',
    address: '4 avenue du Lac, Goma',
    document: { type: 'VOTER_CARD', number: '1234567890' } as const,
  },
  purpose: 'FAMILY_SUPPORT',
  sourceOfFunds: 'SALARY',
}

const oddName = z
  .object({
    of: z
      .enum(['sender', 'receiver', 'wallet'])
      .meta({ description: '`wallet` is the name the receiving wallet is registered under.' }),
    name: z.string(),
    rule: z.enum(oddNameRules).meta({ description: 'The first rule that the name breaks.' }),
    excerpt: z.string().meta({
      description:
        'The characters that break the rule, for people to read; empty for a rule about the whole name.',
    }),
    characters: z
      .array(
        z.object({
          position: z
            .int()
            .meta({ description: 'Where it stands in the name, in Unicode characters from 1.' }),
          code_point: z.string(),
          character: z.string().meta({ description: 'Empty where it is invisible.' }),
        }),
      )
      .meta({ description: 'At most ten.' }),
  })
  .meta({ id: 'OddName' })

export const finding = z
  .object({
    role: z.enum(['sender', 'receiver']),
    name: z.string(),
    decision: z.enum(['hold', 'clear']),
    reason: z.enum(['no_match', 'cleared_before', 'list_match', 'odd_name', 'screening_unavailable']),
    list_version: z.string().nullable().meta({ description: 'Null where nobody could look.' }),
    matches: z.array(matchRecord),
    odd_names: z.array(oddName).meta({
      description: 'The names of this party that are held as odd, with the reason; empty for ordinary names.',
    }),
  })
  .meta({ id: 'ScreeningFinding' })

export const exampleFinding = {
  role: 'sender',
  name: 'Watchlist Person',
  decision: 'hold',
  reason: 'list_match',
  list_version: '3',
  matches: [exampleMatch],
  odd_names: [],
} as const

export const exceptionFields = {
  id: z.string(),
  kind: z.string(),
  detail: z.string(),
  state: z.enum(['open', 'closed']),
  opened_at: zonelessStamp,
  closed_at: zonelessStamp.nullable(),
  closed_by: z.string().nullable(),
  close_reason: z.string().nullable(),
}

export const exampleException = {
  id: '5',
  kind: 'telco_conflict',
  detail: 'Declined, then paid',
  state: 'open',
  opened_at: at,
  closed_at: null,
  closed_by: null,
  close_reason: null,
} as const

export const pause = z
  .object({ reason: z.string(), paused_by: z.string(), paused_at: zonelessStamp })
  .meta({ id: 'OperatorPause' })
