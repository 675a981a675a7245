// The routes of a merchant's own approvals: what waits for a second user, the decision, and the rules.

import { z } from 'zod'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import { approvalRulesOf, setApprovalRules } from '../../merchants/approvals/rules.ts'
import { selfServiceProblems as problems } from '../../merchants/problems.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { callOf, stepUpHeader, stepUpProblems } from '../../merchants/step-up/api.ts'
import { users } from '../../platform/http/access.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { readQuery } from '../../platform/http/lists/list-query.ts'
import { decideMerchantApproval, listMerchantApprovals, type MerchantDecisionNeeds } from './decide.ts'
import {
  approvalResponse,
  approvalsResponse,
  decisionBody,
  decisionSchema,
  exampleApprovalId,
  listQuery,
  rulesBody,
  rulesResponse,
} from './schemas.ts'

const portal = { tag: 'Portal: balance' } as const
const path = { id: z.string().meta({ examples: [exampleApprovalId] }) }
const ofDecisions = [
  ...stepUpProblems,
  approvalProblems.approval_unknown,
  approvalProblems.approval_decided,
  approvalProblems.own_request,
]

export const approvalRoutes = [
  userEndpoint({
    ...portal,
    id: 'listMerchantApprovals',
    method: 'GET',
    path: '/api/v1/merchant/approvals',
    priority: 'list',
    access: users('approve'),
    summary: 'List approvals',
    description:
      'Payouts and refunds that needed a second user, newest first. `state=WAITING` lists those to decide.',
    query: listQuery,
    responses: { 200: approvalsResponse },
    work: async ({ db }: MerchantDecisionNeeds, { session, request }) =>
      listMerchantApprovals(db, session, readQuery(listQuery, request.query)),
  }),
  userEndpoint({
    ...portal,
    id: 'approveMerchantRequest',
    method: 'POST',
    path: '/api/v1/merchant/approvals/:id/approve',
    priority: 'order',
    access: users('approve'),
    summary: 'Approve what another user requested',
    description: `The payout or refund then goes on as without the rule: it may still wait for our approval. A user with a second factor
needs a step-up for this approval: the refusal names payee and amount in \`errors[0].confirms\`, which the step-up confirms.`,
    params: path,
    headers: stepUpHeader,
    body: decisionBody,
    responses: { 200: approvalResponse },
    problems: [...ofDecisions, problems.step_up_differs],
    work: async (needs: MerchantDecisionNeeds, { session, request, params }) => {
      const { reason } = check(decisionSchema, jsonBody(request), 'body')
      return decideMerchantApproval(needs, callOf(session, request), params.id, { event: 'approved', reason })
    },
  }),
  userEndpoint({
    ...portal,
    id: 'rejectMerchantRequest',
    method: 'POST',
    path: '/api/v1/merchant/approvals/:id/reject',
    priority: 'order',
    access: users('approve'),
    summary: 'Reject what another user requested',
    description: 'The payout is cancelled, or the refund request rejected, with this reason.',
    params: path,
    headers: stepUpHeader,
    body: decisionBody,
    responses: { 200: approvalResponse },
    problems: ofDecisions,
    work: async (needs: MerchantDecisionNeeds, { session, request, params }) => {
      const { reason } = check(decisionSchema, jsonBody(request), 'body')
      return decideMerchantApproval(needs, callOf(session, request), params.id, { event: 'rejected', reason })
    },
  }),
  userEndpoint({
    ...portal,
    id: 'readMerchantApprovalRules',
    method: 'GET',
    path: '/api/v1/merchant/approval-rules',
    priority: 'list',
    access: users('approve'),
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
