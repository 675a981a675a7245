// The admin route that requests a correction of a merchant's card balance. It is decided with the other approvals.

import { adminOf, ownerOf, ownMerchantProblem } from '../../admin/access.ts'
import { approvalProblems } from '../../admin/approvals/problems.ts'
import { approvalWaitsData } from '../../admin/approvals/schemas.ts'
import { actAgainst, merchantOf } from '../../admin/decisions/merchants-decided.ts'
import { admins } from '../../platform/http/access.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { storedKeyOf } from '../../platform/http/idempotency.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { adminOwner, adminRead } from '../admin-owner.ts'
import { balanceProblems } from '../problems.ts'
import { type AdjustmentNeeds, requestBalanceAdjustment } from './adjust-balance.ts'
import { adjustmentBody } from './schemas.ts'

export const adjustmentRoute = endpoint({
  ...adminRead,
  id: 'adjustMerchantBalance',
  method: 'POST',
  path: '/api/v1/admin/merchants/:merchant_code/balance/adjustments',
  priority: 'order',
  access: admins('move_money'),
  stepUp: 'second_admin',
  conflictOfInterest: actAgainst(merchantOf.code, ({ type }) => type === 'debit'),
  summary: "Request a correction of a merchant's card balance",
  description: `In its current environment. Another admin approves it with the [approvals](#tag/admin-approvals); then it is a balance
transaction of type \`adjustment\`. A debit may make the balance negative: the next payments make up for it.`,
  body: adjustmentBody,
  responses: { 202: approvalWaitsData },
  problems: [
    ownMerchantProblem,
    ...adminRead.problems,
    balanceProblems.amount_decimals,
    approvalProblems.second_admin_missing,
    requestProblems.idempotency_key_invalid,
  ],
  handle: async (needs: AdjustmentNeeds, { request, params }) => {
    const owner = await adminOwner(needs.db, params.merchant_code)
    const admin = adminOf(request)
    const key = storedKeyOf(request, needs.secrets, ownerOf(admin))
    const data = await requestBalanceAdjustment(needs, owner, jsonBody(request), { admin, key })
    return succeeded(data)
  },
})
