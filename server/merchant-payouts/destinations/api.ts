// Routes for payout destinations, for signed-in merchants.

import { z } from 'zod'
import {
  callOf,
  confirmationProblems,
  stepUpHeader,
  stepUpProblems,
} from '../../merchants/sign-in/step-up.ts'
import { userEndpoint } from '../../merchants/sign-in/user-endpoint.ts'
import { users } from '../../platform/http/access.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { payoutProblems as problems } from '../problems.ts'
import {
  addDestination,
  confirmDestination,
  type DestinationNeeds,
  listDestinations,
  lookUpDestination,
  removeDestination,
} from './change-destinations.ts'
import { lookUpsPerDay } from './queries.ts'
import {
  destinationResponse,
  destinationsResponse,
  lookUpBody,
  lookUpResponse,
  newDestinationBody,
} from './schemas.ts'

const portal = { tag: 'Portal: balance' } as const
const path = { id: z.string().meta({ examples: ['0b9a7c52-6c1f-4a3e-9a57-52c3a1f0d0aa'] }) }

export const destinationRoutes = [
  userEndpoint({
    ...portal,
    id: 'listPayoutDestinations',
    method: 'GET',
    path: '/api/v1/merchant/payout-destinations',
    priority: 'list',
    access: users('money'),
    summary: 'List payout destinations',
    responses: { 200: destinationsResponse },
    work: async (needs: DestinationNeeds, { session }) => listDestinations(needs, session),
  }),
  userEndpoint({
    ...portal,
    id: 'lookUpPayoutDestination',
    method: 'POST',
    path: '/api/v1/merchant/payout-destinations/look-up',
    priority: 'order',
    access: users('destinations'),
    summary: 'Look up the owner of a wallet',
    description: `As the operator names them, before the wallet is added. At most ${lookUpsPerDay} look-ups a day, wallets that are added included.`,
    headers: stepUpHeader,
    body: lookUpBody,
    responses: { 200: lookUpResponse },
    problems: [
      ...stepUpProblems,
      problems.number_not_payable,
      problems.no_wallet,
      problems.number_blacklisted,
      problems.operator_unreachable,
    ],
    work: async (needs: DestinationNeeds, { session, request }) =>
      lookUpDestination(needs, callOf(session, request), jsonBody(request)),
  }),
  userEndpoint({
    ...portal,
    repeatable: true,
    id: 'addPayoutDestination',
    method: 'POST',
    path: '/api/v1/merchant/payout-destinations',
    priority: 'order',
    access: users('destinations'),
    summary: 'Add a payout destination',
    description: `A wallet or a bank account. The operator names the owner of a wallet. The destination can be used after a delay (\`usable_from\`) and once it was
confirmed from a later sign-in.`,
    headers: stepUpHeader,
    body: newDestinationBody,
    responses: { 200: destinationResponse },
    problems: [
      ...confirmationProblems,
      problems.destinations_full,
      problems.destination_known,
      problems.bank_not_offered,
      problems.number_not_payable,
      problems.no_wallet,
      problems.number_blacklisted,
      problems.operator_unreachable,
    ],
    work: async (needs: DestinationNeeds, { session, request }) =>
      addDestination(needs, callOf(session, request), jsonBody(request)),
  }),
  userEndpoint({
    ...portal,
    repeatable: true,
    id: 'confirmPayoutDestination',
    method: 'POST',
    path: '/api/v1/merchant/payout-destinations/:id/confirm',
    priority: 'order',
    access: users('destinations'),
    summary: 'Confirm a payout destination',
    description: 'From another sign-in, which began after the destination was added.',
    headers: stepUpHeader,
    params: path,
    responses: { 200: destinationResponse },
    problems: [
      ...confirmationProblems,
      problems.destination_unknown,
      problems.destination_confirmed,
      problems.same_sign_in,
    ],
    work: async (needs: DestinationNeeds, { session, request, params }) =>
      confirmDestination(needs, callOf(session, request), params.id),
  }),
  userEndpoint({
    ...portal,
    id: 'removePayoutDestination',
    method: 'DELETE',
    path: '/api/v1/merchant/payout-destinations/:id',
    priority: 'order',
    access: users('destinations'),
    summary: 'Remove a payout destination',
    description: 'Its payouts that were not sent are cancelled, and schedules that pay it become manual.',
    headers: stepUpHeader,
    params: path,
    responses: { 200: destinationResponse },
    problems: [...confirmationProblems, problems.destination_unknown],
    work: async (needs: DestinationNeeds, { session, request, params }) =>
      removeDestination(needs, callOf(session, request), params.id),
  }),
]
