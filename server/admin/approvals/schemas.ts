// Schemas of approvals and of everything that waits for an admin.
import { z } from 'zod'
import {
  cappedPageResponse,
  dataResponse,
  environmentName,
  named,
  twoPlaces,
  zonelessStamp,
} from '../../platform/http/api.ts'
import { reasonText } from '../../platform/http/body/body.ts'
import { pageFields } from '../../platform/http/list-query.ts'
import { waitingKinds } from './kinds.ts'
import { approvalActions, approvalStates } from './rules.ts'

export const exampleApprovalId = '0193a7c4-5b1e-7c3a-9f2d-6e8b0a4c1d7f'

const state = z.enum(approvalStates)
const action = z.enum(approvalActions)

/** What an admin gets who requested an act that needs a second admin. */
export const requestedApproval = z
  .object({ approval_id: z.string(), state })
  .meta({ id: 'RequestedApproval' })

export const exampleRequested = { approval_id: exampleApprovalId, state: 'WAITING' } as const

export const approvalWaits = named(
  'ApprovalWaits',
  requestedApproval,
  exampleRequested,
  'Nothing has happened yet: the deployment asks for the approval of a second admin.',
)

/** The same in an envelope. */
export const approvalWaitsData = dataResponse('ApprovalWaitsResponse', requestedApproval, exampleRequested)

export const approvalQuery = z.object({
  ...pageFields,
  state: state.optional(),
  action: action.optional(),
})
export const waitingQuery = z.object(pageFields)

/** Whoever approves or rejects says why: what a second person has looked at is evidence. */
export const decisionSchema = z.object({ reason: reasonText() })
export const decisionBody = named('ApprovalDecision', decisionSchema, { reason: 'Checked with the merchant' })

const allowed = z.object({ allowed: z.boolean(), reason: z.string().nullable() })

const approval = z
  .object({
    approval_id: z.string(),
    action,
    state,
    subject: z.string().meta({ description: 'What the act is about: for a refund, the transaction.' }),
    merchant_code: z.string().nullable(),
    merchant_name: z.string().nullable(),
    environment: environmentName.nullable(),
    amount: twoPlaces.nullable(),
    currency: z.string().nullable(),
    request: z.record(z.string(), z.unknown()).meta({ description: 'What was requested beside the amount.' }),
    reason: z.string(),
    requested_by: z.string(),
    requested_at: zonelessStamp,
    expires_at: zonelessStamp,
    decided_by: z.string().nullable(),
    decided_at: zonelessStamp.nullable(),
    decision_reason: z.string().nullable(),
    outcome: z.enum(['PENDING', 'SUCCESS', 'FAILED']).nullable().meta({
      description: 'What became of the call to the gateway of an approved refund or void.',
    }),
    allowed_actions: z.object({ approve: allowed, reject: allowed }),
  })
  .meta({ id: 'Approval' })

const exampleApproval = {
  approval_id: exampleApprovalId,
  action: 'refund',
  state: 'WAITING',
  subject: 'LKT20261122093112A1B2C3D4',
  merchant_code: 'LKT-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  environment: 'sandbox',
  amount: '250.00',
  currency: 'USD',
  request: { notify_merchant: true, force: false },
  reason: 'The order was cancelled',
  requested_by: 'amina',
  requested_at: '2026-11-22T10:00:00.118204',
  expires_at: '2026-11-25T10:00:00.118204',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  outcome: null,
  allowed_actions: { approve: { allowed: true, reason: null }, reject: { allowed: true, reason: null } },
} as const

/** One approval, with what it is about. @param fields of the acts */
export function approvalResponseOf(fields: Readonly<Record<string, z.ZodType>>) {
  const about = z
    .object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.optional()])))
    .nullable()
    .meta({
      description:
        'What is decided, for an admin who may decide on it. Persons in it are shown under your name in the audit log.',
    })
  const detail = approval.extend({ about }).meta({ id: 'ApprovalDetail' })
  return dataResponse('ApprovalResponse', detail, { ...exampleApproval, about: null })
}
export const approvalsResponse = cappedPageResponse('Approvals', approval, exampleApproval)

const waiting = z
  .object({
    kind: z.enum(waitingKinds),
    id: z.string().meta({ description: 'The id by which the endpoints of its kind know it.' }),
    action: action.nullable().meta({ description: 'Of an approval.' }),
    merchant_code: z.string().nullable(),
    merchant_name: z.string().nullable(),
    environment: environmentName.nullable(),
    amount: z.string().nullable(),
    currency: z.string().nullable(),
    subject: z.string(),
    reason: z.string().nullable(),
    requested_by: z.string().nullable().meta({ description: 'The admin who requested it, if an admin did.' }),
    requested_at: zonelessStamp,
    expires_at: zonelessStamp.nullable(),
    own: z.boolean().meta({ description: 'Whether you requested it, so that another admin must decide.' }),
  })
  .meta({ id: 'WaitingDecision' })

export const waitingResponse = cappedPageResponse('WaitingDecisions', waiting, {
  kind: 'approval',
  id: exampleApprovalId,
  action: 'refund',
  merchant_code: 'LKT-7K2M-9QXA',
  merchant_name: 'Boutique Kivu',
  environment: 'sandbox',
  amount: '250.00',
  currency: 'USD',
  subject: 'LKT20261122093112A1B2C3D4',
  reason: 'The order was cancelled',
  requested_by: 'amina',
  requested_at: '2026-11-22T10:00:00.118204',
  expires_at: '2026-11-25T10:00:00.118204',
  own: false,
})
