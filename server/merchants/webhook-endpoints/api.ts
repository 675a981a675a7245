// Routes for a merchant's further webhook endpoints.
import { z } from 'zod'
import { users } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { endpointsOf, maxEndpoints } from '../../webhooks/endpoints.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { callbackSecretSchema } from '../profile/rotate-credentials.ts'
import { doneResponse } from '../sign-in/schemas.ts'
import { stepUpHeader, stepUpProblems } from '../sign-in/step-up.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import {
  addEndpoint,
  type EndpointNeeds,
  editEndpoint,
  removeEndpoint,
  renderEndpoint,
  rotateEndpointSecret,
} from './change-endpoints.ts'
import {
  endpointChangeSchema,
  endpointResponse,
  endpointSecretResponse,
  endpointsResponse,
  exampleEndpointId,
  exampleNewEndpoint,
  newEndpointResponse,
  newEndpointSchema,
} from './schemas.ts'

const account = { tag: 'Account' } as const
const params = { id: z.string().meta({ examples: [exampleEndpointId] }) }
const proof =
  'A user with a second factor needs a step-up; others send a step-up or `current_password`, in production. The owner is notified.'
const proofProblems = [...stepUpProblems, problems.password_wrong, problems.locked]
const changing = { ...account, access: users('keys'), headers: stepUpHeader, priority: 'order' } as const
const anyUrl = () => true

export const webhookEndpointRoutes = [
  userEndpoint({
    ...account,
    id: 'listWebhookEndpoints',
    method: 'GET',
    path: '/api/v1/merchant/webhook-endpoints',
    priority: 'list',
    access: users('integration'),
    summary: 'List further webhook endpoints',
    description: 'Those that get copies of events, beside the webhook URL. The oldest comes first.',
    responses: { 200: endpointsResponse },
    work: async ({ db, clock }: EndpointNeeds, { session }) => {
      const now = clock.now()
      const found = await endpointsOf(db, session.merchantId)
      return { items: found.map((row) => renderEndpoint(row, now)), maximum: maxEndpoints }
    },
  }),
  userEndpoint({
    ...changing,
    id: 'addWebhookEndpoint',
    method: 'POST',
    path: '/api/v1/merchant/webhook-endpoints',
    summary: 'Add a webhook endpoint',
    description: `Each event it asks for is copied to it from now on, with the same event id, signed with its own secret, also where the
original is unsigned. Its deliveries and retries are its own: an endpoint that does not respond delays no other. ${proof}`,
    body: named('NewWebhookEndpointRequest', newEndpointSchema(anyUrl), exampleNewEndpoint),
    responses: { 200: newEndpointResponse },
    problems: [...proofProblems, problems.endpoints_full],
    work: async (needs: EndpointNeeds, caller) => addEndpoint(needs, caller),
  }),
  userEndpoint({
    ...changing,
    id: 'changeWebhookEndpoint',
    method: 'PUT',
    path: '/api/v1/merchant/webhook-endpoints/:id',
    params,
    summary: 'Update a webhook endpoint',
    description: `What is absent stays as it is. ${proof}`,
    body: named('WebhookEndpointRequest', endpointChangeSchema(anyUrl), { enabled: false }),
    responses: { 200: endpointResponse },
    problems: [...proofProblems, problems.endpoint_unknown],
    work: async (needs: EndpointNeeds, call) => editEndpoint(needs, call, call.params.id),
  }),
  userEndpoint({
    ...changing,
    id: 'rotateWebhookEndpointSecret',
    method: 'POST',
    path: '/api/v1/merchant/webhook-endpoints/:id/secret',
    params,
    isBodyOptional: true,
    summary: 'Rotate the secret of a webhook endpoint',
    description: `Its webhooks are signed with the new secret from now on, including retries and resends. With \`overlap_hours\`, each has a
signature of the old one, too, until \`previous_valid_until\`. ${proof}`,
    body: named('WebhookEndpointSecretRequest', callbackSecretSchema, { overlap_hours: 24 }),
    responses: { 200: endpointSecretResponse },
    problems: [...proofProblems, problems.endpoint_unknown],
    work: async (needs: EndpointNeeds, call) => rotateEndpointSecret(needs, call, call.params.id),
  }),
  userEndpoint({
    ...changing,
    id: 'removeWebhookEndpoint',
    method: 'DELETE',
    path: '/api/v1/merchant/webhook-endpoints/:id',
    params,
    summary: 'Delete a webhook endpoint',
    description: `Nothing more is sent to it: deliveries that wait end as FAILED. Its deliveries stay in the list. In production, a step-up is
needed. The owner is notified.`,
    responses: { 200: doneResponse },
    problems: [...stepUpProblems, problems.endpoint_unknown],
    work: async (needs: EndpointNeeds, call) => removeEndpoint(needs, call, call.params.id),
  }),
]
