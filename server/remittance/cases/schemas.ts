// Request and response schemas of cases.

import { z } from 'zod'
import { exampleMatch, matchSchema } from '../../compliance/screening/match-view.ts'
import { documentTypes } from '../../operator-calls/operator.ts'
import { maxUploadBase64, uploadedTypes } from '../../platform/documents/uploaded-file.ts'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  named,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { freeText, paragraphs, text } from '../../platform/http/body/body.ts'
import { exampleFinding, exampleLimitHit, finding, limitHitFields } from '../holds/schemas.ts'
import { action, exampleTime, may, mayNot, reasonField } from '../http/endpoint-parts.ts'
import {
  exampleParties,
  exampleTransactionId,
  exampleTransferSummary,
  parties,
  transferSummaryFields,
} from '../transfer/schemas.ts'
import { type CaseAction, caseActions } from './allowed-actions.ts'
import { caseEvents, caseOutcomes, caseStates } from './case-row.ts'
import { examplePaperRequest, paperRequests } from './papers/schemas.ts'
import { partyRoles } from './person.ts'

const exampleCaseId = '019ab3c4-5d6e-7f80-9a1b-2c3d4e5f6071'
export const byCase = { case_id: z.string().meta({ examples: [exampleCaseId] }) }
export const byPaper = { ...byCase, paper_id: z.string().meta({ examples: ['3'] }) }

const caseFields = {
  case_id: z.string(),
  environment: environmentName,
  state: z.enum(caseStates),
  outcome: z
    .enum(caseOutcomes)
    .nullable()
    .meta({ description: 'Proposed, or final once the case is closed.' }),
  opened_at: zonelessStamp,
  due_at: zonelessStamp,
  escalated_at: zonelessStamp.nullable().meta({ description: 'When the deadline had passed.' }),
  proposed_by: z.string().nullable(),
  closed_by: z.string().nullable(),
  closed_at: zonelessStamp.nullable(),
}
const exampleCase = {
  case_id: exampleCaseId,
  environment: 'sandbox',
  state: 'OPEN',
  outcome: null,
  opened_at: exampleTime,
  due_at: '2026-11-26T09:30:00.118204',
  escalated_at: null,
  proposed_by: null,
  closed_by: null,
  closed_at: null,
} as const

const summary = z
  .object({
    ...caseFields,
    person_name: z.string(),
    items: z.int().meta({ description: 'Holds, alerts and added transfers.' }),
  })
  .meta({ id: 'CaseSummary' })

export const casesResponse = cappedPageResponse('Cases', summary, {
  ...exampleCase,
  person_name: 'Watchlist Person',
  items: 2,
})

const caseTransfer = z
  .object({
    ...transferSummaryFields,
    merchant_code: z.string(),
    merchant_name: z.string(),
    roles: z
      .array(z.enum(partyRoles))
      .meta({ description: 'What the person of the case is in this transfer.' }),
    reasons: z
      .array(z.enum(['hold', 'alert', 'request']))
      .meta({ description: 'Why it belongs to the case.' }),
    parties,
    screening: z.array(finding).nullable(),
    decision: z
      .object({
        decision: z.enum(['released', 'rejected']),
        reason: z.string(),
        decided_by: z.string(),
        decided_at: zonelessStamp,
      })
      .nullable()
      .meta({ description: 'How its hold was decided.' }),
  })
  .meta({ id: 'CaseTransfer' })

const caseAlert = z
  .object({
    id: z.string(),
    transaction_id: z.string(),
    match: matchSchema,
    opened_at: zonelessStamp,
    closed_at: zonelessStamp.nullable(),
    closed_by: z.string().nullable(),
    close_reason: z.string().nullable(),
  })
  .meta({ id: 'CaseAlert' })

const caseLimit = z
  .object({
    ...limitHitFields,
    at: zonelessStamp,
    outcome: z.enum(['allow', 'hold', 'refuse']),
    merchant_code: z.string(),
    reference: z.string(),
    transaction_id: z.string().nullable().meta({ description: 'Null for a request that the rule refused.' }),
  })
  .meta({ id: 'CaseLimitHit' })

const paper = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(uploadedTypes),
    size: z.int().meta({ description: 'Bytes.' }),
    added_by: z.string(),
    created_at: zonelessStamp,
  })
  .meta({ id: 'CasePaper' })

const detail = z
  .object({
    ...caseFields,
    person: z.object({
      name: z.string(),
      birth_date: z.string().nullable(),
      document: z.object({ type: z.enum(documentTypes), number: z.string() }),
      number: z.string().nullable().meta({ description: "A beneficiary's wallet." }),
    }),
    transfers: z.array(caseTransfer).meta({ description: 'Newest first, at most 100.' }),
    alerts: z.array(caseAlert),
    limits: z
      .array(caseLimit)
      .meta({ description: 'Limit rules that requests of this person exceeded, refused ones included.' }),
    activity: z
      .object({
        transfers: z.int(),
        amount: z.number(),
        first_at: zonelessStamp.nullable(),
        last_at: zonelessStamp.nullable(),
      })
      .meta({
        description:
          'All transfers of the person that count for limits, sent and received, and their sum in dollars.',
      }),
    papers: z.array(paper),
    paper_requests: paperRequests,
    history: z.array(
      z.object({
        event: z.enum(caseEvents),
        actor: z.string(),
        at: zonelessStamp,
        text: z.string().nullable().meta({ description: 'The note, reason, transfer or name of the file.' }),
      }),
    ),
    allowed_actions: z
      .object(
        Object.fromEntries(caseActions.map((name) => [name, action])) as Record<CaseAction, typeof action>,
      )
      .meta({ description: 'What the calling admin may do; `add` is for notes and papers.' }),
    earlier_cases: z.array(
      z.object({ case_id: z.string(), outcome: z.enum(caseOutcomes), closed_at: zonelessStamp }),
    ),
  })
  .meta({ id: 'Case' })

const closed = mayNot('The case is OPEN')

export const caseResponse = dataResponse('CaseResponse', detail, {
  ...exampleCase,
  person: {
    name: 'Watchlist Person',
    birth_date: '1980-01-01',
    document: { type: 'PASSPORT', number: 'AB123456' },
    number: null,
  },
  transfers: [
    {
      ...exampleTransferSummary,
      status: 'Hold',
      merchant_code: 'LKT-7K2M-9QXA',
      merchant_name: 'Boutique Kivu',
      roles: ['sender'],
      reasons: ['hold'],
      parties: exampleParties,
      screening: [{ ...exampleFinding, matches: [exampleMatch], odd_names: [] }],
      decision: null,
    },
  ],
  alerts: [],
  limits: [
    {
      ...exampleLimitHit,
      at: exampleTime,
      outcome: 'hold',
      merchant_code: 'LKT-7K2M-9QXA',
      reference: 'T-2041',
      transaction_id: exampleTransactionId,
    },
  ],
  activity: { transfers: 6, amount: 120, first_at: exampleTime, last_at: exampleTime },
  papers: [
    {
      id: '3',
      name: 'passport.jpg',
      type: 'image/jpeg',
      size: 182_044,
      added_by: 'amina',
      created_at: exampleTime,
    },
  ],
  paper_requests: [examplePaperRequest],
  history: [{ event: 'opened', actor: 'likuta', at: exampleTime, text: null }],
  allowed_actions: { add: may, declare: may, propose: may, confirm: closed, return: closed },
  earlier_cases: [],
})

export const openSchema = z.object({
  transaction_id: text({ min: 1, max: 40 }),
  role: z.enum(partyRoles).meta({ description: 'Whose case: the sender’s or the beneficiary’s.' }),
  reason: reasonField,
})
export const openBody = named('CaseOpening', openSchema, {
  transaction_id: exampleTransactionId,
  role: 'sender',
  reason: 'Reported by the agent in Goma',
})

export const noteSchema = z.object({ text: paragraphs({ min: 3 }) })
export const noteBody = named('CaseNote', noteSchema, {
  text: 'Called the sender: the money is for school fees.',
})

export const proposalSchema = z.object({ outcome: z.enum(caseOutcomes), reason: reasonField })
export const proposalBody = named('CaseProposal', proposalSchema, {
  outcome: 'CLEARED',
  reason: 'Another person of the same name, see the passport',
})

export const paperSchema = z.object({
  name: freeText({ min: 1, max: 120 }),
  content: z
    .string()
    .max(maxUploadBase64, { abort: true })
    .meta({ description: 'A PDF, JPEG or PNG file of at most 5 MiB, in Base64.', format: 'byte' }),
})
export const paperBody = named('CasePaperUpload', paperSchema, { name: 'passport.jpg', content: '/9j/4AAQ' })
