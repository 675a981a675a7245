// The admin route that offers another number for money that the paying number does not take back. It is decided with the other approvals.

import { z } from 'zod'
import {
  adminOf,
  adminStepUpHeader,
  ownerOf,
  ownMerchantProblem,
  stepUpProblem,
} from '../../../admin/access.ts'
import { approvalProblems } from '../../../admin/approvals/problems.ts'
import { approvalWaitsData } from '../../../admin/approvals/schemas.ts'
import { merchantOf } from '../../../admin/decisions/merchants-decided.ts'
import { readPhone } from '../../../kernel/phone-number.ts'
import { admins } from '../../../platform/http/access.ts'
import { named } from '../../../platform/http/api.ts'
import { check, freeText, optional, text, wholeNumber } from '../../../platform/http/body/body.ts'
import { endpoint, respond, succeeded } from '../../../platform/http/endpoint.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { storedKeyOf } from '../../../platform/http/idempotency.ts'
import { requestProblems } from '../../../platform/http/problems.ts'
import { cardProblems as problems } from '../../transaction/problems.ts'
import { collectionById, placeOfCollection } from '../queries.ts'
import { checkOperator, exampleCollectionId, numberFields } from '../schemas.ts'
import { type OfferNeeds, offerNumber } from './offer-number.ts'

const offerSchema = z
  .object({
    refund_id: optional(wholeNumber({ min: 1, max: 999_999_999_999_999 })).meta({
      description: 'The refund that was refused; absent for a payment that came too late.',
    }),
    ...numberFields('The other number, in any form.'),
    name: optional(text({ max: 200 })).meta({
      description: "The payer's name, where neither the operator nor the payment has one.",
    }),
    reason: freeText({ min: 3 }),
  })
  .superRefine((wanted, context) => checkOperator(wanted, context))

export const otherNumberRoute = endpoint({
  tag: 'Refunds',
  id: 'offerOtherNumber',
  method: 'POST',
  path: '/api/v1/admin/payment/collections/:collection_id/other-number',
  place: placeOfCollection,
  priority: 'order',
  access: admins('request_refunds'),
  stepUp: 'required',
  conflictOfInterest: merchantOf.collection,
  summary: 'Send refused money to another number',
  description: `For a refund of mobile money that ended \`FAILED\`, or money that came too late and that the paying number does not take back.
The owner of the wallet must have the payer's name, where its operator has names. Another admin approves it with the
[approvals](#tag/admin-approvals); the refund is then \`PENDING\` again, and is never paid twice.`,
  params: { collection_id: z.string().meta({ examples: [exampleCollectionId] }) },
  headers: adminStepUpHeader,
  body: named('OtherNumberRequest', offerSchema, {
    refund_id: 12,
    number: '+243810000021',
    reason: 'The payer has lost the SIM card',
  }),
  responses: { 202: approvalWaitsData },
  problems: [
    stepUpProblem,
    ownMerchantProblem,
    problems.collection_not_found,
    problems.refund_not_refused,
    problems.payee_name_differs,
    problems.payee_name_needed,
    problems.number_not_allowed,
    problems.no_wallet,
    problems.operator_unavailable,
    approvalProblems.second_admin_missing,
    requestProblems.idempotency_key_invalid,
  ],
  handle: async (needs: OfferNeeds, { request, params }) => {
    const {
      refund_id: refundId,
      number,
      operator,
      name,
      reason,
    } = check(offerSchema, jsonBody(request), 'body')
    const phone = readPhone(number)
    const code = operator ?? phone?.operator
    if (!phone || !code) throw new Error('a checked number has an operator')
    const admin = adminOf(request)
    const data = await offerNumber(needs, {
      collection: await collectionById(needs.db, params.collection_id),
      payee: { operator: code, msisdn: phone.digits },
      key: storedKeyOf(request, needs.secrets, ownerOf(admin)),
      ...{ refundId, name, reason, admin },
    })
    return respond(202, succeeded(data))
  },
})
