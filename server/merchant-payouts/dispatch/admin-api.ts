// Routes of admins for payouts that were sent: inquiries at the operator, and ending by hand what nothing else ends.
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { z } from 'zod'
import { adminOf } from '../../admin/access.ts'
import { type Endpoint, named, success } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { payoutStates } from '../payout/moves.ts'
import { adminPayoutResponse, rejectionBody, rejectionSchema } from '../payouts/schemas.ts'
import { payoutProblems as problems } from '../problems.ts'
import { endPayout } from './end-payout.ts'
import { type InquiryNeeds, inquirePayout } from './inquire-payout.ts'

const payoutInquiryResponse = named(
  'PayoutInquiry',
  success(
    z.object({
      state: z.enum(payoutStates).meta({ description: 'Of the payout, afterwards.' }),
      reply: z.enum(['succeeded', 'declined', 'reversed', 'pending', 'absent']),
      outcome: z.enum(['settled', 'known', 'conflict']).nullable().meta({
        description:
          '`settled`: the reply was applied; `known`: it changed nothing; `conflict`: an exception was opened; null: it is not final.',
      }),
    }),
  ),
  { status: 'success', data: { state: 'PAID', reply: 'succeeded', outcome: 'settled' } },
)

const common = {
  tag: 'Admin: payouts',
  authentication: 'admin',
  path: { id: z.string().meta({ examples: ['019a0000-0000-7000-8000-000000000001'] }) },
  body: rejectionBody,
} as const
const refusals = [problems.payout_unknown, problems.not_endless, problems.own_approval]

const endpoints = {
  inquire: {
    ...common,
    id: 'inquirePayout',
    summary: 'Inquire about a payout at the operator',
    description: 'No money is sent. A final reply is applied to the payout.',
    responses: { 200: payoutInquiryResponse },
    problems: [problems.payout_unknown, problems.not_inquirable, problems.operator_unreachable],
  },
  fail: {
    ...common,
    id: 'failPayout',
    summary: 'Record that a payout was not paid',
    description: `Its money becomes available again. For a payout that the bank refused, and for one to a wallet with an open exception that
inquiries cannot end, once the operator has confirmed that the wallet was not credited. Not by the person who approved it or its batch.`,
    responses: { 200: adminPayoutResponse },
    problems: [...refusals, problems.not_at_bank, problems.own_batch],
  },
  paid: {
    ...common,
    id: 'confirmPayout',
    summary: 'Record that a payout was paid',
    description: `For a payout to a wallet with an open exception that inquiries cannot end, once the operator has confirmed that the wallet
was credited. Not by the person who approved it.`,
    responses: { 200: adminPayoutResponse },
    problems: [...refusals, problems.not_at_bank],
  },
} satisfies Record<string, Endpoint>

/** @param guard lets only admins pass. */
export function registerPayoutFollowUpRoutes(
  app: FastifyInstance,
  needs: InquiryNeeds,
  guard: onRequestAsyncHookHandler,
): void {
  type Named = FastifyRequest<{ Params: { id: string } }>
  const offer = (
    name: keyof typeof endpoints,
    work: (id: string, admin: ReturnType<typeof adminOf>, reason: string) => Promise<object>,
  ) =>
    app.post<{ Params: { id: string } }>(
      `/api/v1/admin/payouts/:id/${name}`,
      { onRequest: guard, config: { api: endpoints[name] } },
      async (request: Named, reply) => {
        const { reason } = check(rejectionSchema, jsonBody(request), 'body')
        return sendJson(reply, {
          status: 'success',
          data: await work(request.params.id, adminOf(request), reason),
        })
      },
    )
  offer('inquire', (id, admin, reason) => inquirePayout(needs, id, admin, reason))
  offer('fail', (id, admin, reason) => endPayout(needs, id, admin, { end: 'declined', reason }))
  offer('paid', (id, admin, reason) => endPayout(needs, id, admin, { end: 'paid', reason }))
}
