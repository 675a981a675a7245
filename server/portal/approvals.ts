// The routes of a merchant's own approvals: what waits for a second user, the decision, and the rules.
import { z } from 'zod'
import { approvalProblems } from '../admin/approvals/problems.ts'
import { decisionSchema } from '../admin/approvals/schemas.ts'
import { examplePayout, payoutTarget } from '../merchant-payouts/payouts/schemas.ts'
import { approvalRulesOf, ruleKinds, rulesSchema, setApprovalRules } from '../merchants/approvals.ts'
import { selfServiceProblems as problems } from '../merchants/problems.ts'
import { callOf, stepUpHeader, stepUpProblems } from '../merchants/sign-in/step-up.ts'
import { userEndpoint } from '../merchants/sign-in/user-endpoint.ts'
import { users } from '../platform/http/access.ts'
import { dataResponse, named, pageResponse, twoPlaces, zonelessStamp } from '../platform/http/api.ts'
import { check } from '../platform/http/body/body.ts'
import { jsonBody } from '../platform/http/http.ts'
import { pageFields, readQuery } from '../platform/http/list-query.ts'
import {
  decideMerchantApproval,
  listMerchantApprovals,
  type MerchantDecisionNeeds,
  merchantApprovalStates,
} from './decide-approval.ts'

export const exampleApprovalId = '0193a7c4-5b1e-7c3a-9f2d-6e8b0a4c1d7f'

export const decisionBody = named('MerchantApprovalDecision', decisionSchema, {
  reason: 'Checked the invoice',
})

const state = z.enum(merchantApprovalStates)
const listQuery = z.object({ ...pageFields, state: state.optional() })

const allowed = z.object({ allowed: z.boolean(), reason: z.string().nullable() })
const approval = z
  .object({
    approval_id: z.string(),
    kind: z.enum(ruleKinds),
    state: state.meta({
      description: '`EXPIRED`: the payout or refund request ended before anybody decided.',
    }),
    subject: z
      .string()
      .meta({ description: 'The reference of the payout, or the transaction of the refund.' }),
    amount: twoPlaces,
    currency: z.string(),
    available_balance: twoPlaces.meta({
      description:
        'What is available in this currency now. The money of a payout that waits is no longer part of it.',
    }),
    payout: z
      .object({ payout_id: z.string(), fee: twoPlaces, destination: payoutTarget })
      .nullable()
      .meta({ description: 'The payout to decide; null for a refund.' }),
    payment: z
      .object({
        transaction_uuid: z.string(),
        merchant_reference: z.string(),
        customer_name: z.string(),
        amount: twoPlaces,
        refunded_amount: twoPlaces.meta({ description: 'What was refunded before.' }),
      })
      .nullable()
      .meta({ description: 'The payment to refund; null for a payout.' }),
    reason: z.string().nullable().meta({ description: 'Of a refund.' }),
    requested_by: z
      .string()
      .meta({ description: "The user's email; `api` or `schedule` where no user asked." }),
    requested_at: zonelessStamp,
    decided_by: z.string().nullable(),
    decided_at: zonelessStamp.nullable(),
    decision_reason: z.string().nullable(),
    own: z.boolean().meta({ description: 'Whether you requested it, so that another user must decide.' }),
    allowed_actions: z.object({ approve: allowed, reject: allowed }),
  })
  .meta({ id: 'MerchantApproval' })

const example = {
  approval_id: exampleApprovalId,
  kind: 'payout',
  state: 'WAITING',
  subject: 'PAYOUT-2026-11-23',
  amount: '250.00',
  currency: 'USD',
  available_balance: '820.00',
  payout: { payout_id: examplePayout.payout_id, fee: '2.50', destination: examplePayout.destination },
  payment: null,
  reason: null,
  requested_by: 'amina@kivu.example',
  requested_at: '2026-11-22T10:00:00.118204',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  own: false,
  allowed_actions: { approve: { allowed: true, reason: null }, reject: { allowed: true, reason: null } },
} as const

const approvalResponse = dataResponse('MerchantApprovalResponse', approval, example)
export const approvalsResponse = pageResponse('MerchantApprovals', approval, example)

const rulesBody = named('MerchantApprovalRulesRequest', rulesSchema, {
  payout: { USD: 100, CDF: 250_000 },
  refund: null,
} as never)
const shownSums = z.object({ USD: twoPlaces.nullable(), CDF: twoPlaces.nullable() }).nullable()
const rulesResponse = dataResponse(
  'MerchantApprovalRules',
  z.object({ payout: shownSums, refund: shownSums }),
  { payout: { USD: '100.00', CDF: '250000.00' }, refund: null },
)

const portal = { tag: 'Portal: balance' } as const
const path = { id: z.string().meta({ examples: [exampleApprovalId] }) }
const ofDecisions = [
  ...stepUpProblems,
  approvalProblems.approval_unknown,
  approvalProblems.approval_decided,
  approvalProblems.own_request,
]

const reading = { ...portal, method: 'GET', priority: 'list', access: users('approve') } as const

const deciding = {
  ...portal,
  method: 'POST',
  priority: 'order',
  access: users('approve'),
  params: path,
  headers: stepUpHeader,
  body: decisionBody,
  responses: { 200: approvalResponse },
} as const

export const approvalRoutes = [
  userEndpoint({
    ...reading,
    id: 'listMerchantApprovals',
    path: '/api/v1/merchant/approvals',
    summary: 'List approvals',
    description:
      'Payouts and refunds that needed a second user, newest first. `state=WAITING` lists those to decide.',
    query: listQuery,
    responses: { 200: approvalsResponse },
    work: async ({ db }: MerchantDecisionNeeds, { session, request }) =>
      listMerchantApprovals(db, session, readQuery(listQuery, request.query)),
  }),
  userEndpoint({
    ...deciding,
    id: 'approveMerchantRequest',
    path: '/api/v1/merchant/approvals/:id/approve',
    summary: 'Approve what another user requested',
    description: `The payout or refund then goes on as without the rule: it may still wait for our approval. A user with a second factor
needs a step-up for this approval: the refusal names payee and amount in \`errors[0].confirms\`, which the step-up confirms.`,
    problems: [...ofDecisions, problems.step_up_differs],
    work: async (needs: MerchantDecisionNeeds, { session, request, params }) => {
      const { reason } = check(decisionSchema, jsonBody(request), 'body')
      return decideMerchantApproval(needs, callOf(session, request), params.id, { event: 'approved', reason })
    },
  }),
  userEndpoint({
    ...deciding,
    id: 'rejectMerchantRequest',
    path: '/api/v1/merchant/approvals/:id/reject',
    summary: 'Reject what another user requested',
    description: 'The payout is cancelled, or the refund request rejected, with this reason.',
    problems: ofDecisions,
    work: async (needs: MerchantDecisionNeeds, { session, request, params }) => {
      const { reason } = check(decisionSchema, jsonBody(request), 'body')
      return decideMerchantApproval(needs, callOf(session, request), params.id, { event: 'rejected', reason })
    },
  }),
  userEndpoint({
    ...reading,
    id: 'readMerchantApprovalRules',
    path: '/api/v1/merchant/approval-rules',
    summary: 'Retrieve the rules of approvals',
    responses: { 200: rulesResponse },
    work: async ({ db }: MerchantDecisionNeeds, { session }) => approvalRulesOf(db, session.merchantId),
  }),
  userEndpoint({
    ...portal,
    id: 'setMerchantApprovalRules',
    method: 'PUT',
    path: '/api/v1/merchant/approval-rules',
    priority: 'list',
    access: users('configure'),
    summary: 'Update the rules of approvals',
    description: `From which amount on a payout or a refund needs a second user; null for none. Payouts of a UTC day count together, and so do
the refunds of a payment, so that a large amount cannot be split.`,
    headers: stepUpHeader,
    body: rulesBody,
    responses: { 200: rulesResponse },
    problems: [...stepUpProblems, problems.second_user_missing, problems.rule_amount],
    work: async (needs: MerchantDecisionNeeds, { session, request }) =>
      setApprovalRules(needs, callOf(session, request), jsonBody(request)),
  }),
]
