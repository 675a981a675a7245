// Routes for a merchant's own profile: credentials, address allowlist, callback URL and custom checkout.

import { Problem } from '../../kernel/problem.ts'
import { users } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import { type Clock, zonelessMicrosecond } from '../../platform/time/clock.ts'
import { preferences, preferencesSchema, setPreferences } from '../identity/preferences.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { Session } from '../sign-in/bearer.ts'
import { callOf, settingProof, stepUpHeader, stepUpProblems } from '../sign-in/step-up.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import { type CheckoutNeeds, checkout, checkoutSchema, maxCheckoutBody, setCheckout } from './checkout.ts'
import {
  callback,
  callbackSchema,
  me,
  microform,
  microformSchema,
  type ProfileNeeds,
  setCallback,
  setMicroformOf,
  setWhitelist,
  whitelist,
  whitelistSchema,
} from './profile.ts'
import {
  callbackSecretSchema,
  keyRotationSchema,
  type RotationNeeds,
  rotateCredential,
  rotationSchema,
} from './rotate-credentials.ts'
import {
  apiKeysResponse,
  callbackResponse,
  callbackSecretResponse,
  checkoutResponse,
  merchantSecretResponse,
  microformResponse,
  preferencesResponse,
  profileResponse,
  type TestResult,
  testResponse,
  whitelistResponse,
} from './schemas.ts'

const account = { tag: 'Account' } as const
const proof =
  'A user with a second factor needs a step-up; others send a step-up or `current_password`, in production. The owner is notified.'
const atOnce = `The old one is refused immediately. ${proof}`
const rotation = {
  headers: stepUpHeader,
  isBodyOptional: true,
  body: named('RotationRequest', rotationSchema, { current_password: 'correct horse battery' }),
  problems: [...stepUpProblems, problems.password_wrong, problems.locked],
  method: 'POST',
  priority: 'order',
} as const

const reading = { ...account, method: 'GET', priority: 'list', access: users('account') } as const

export const profileRoutes = [
  userEndpoint({
    ...reading,
    id: 'readProfile',
    path: '/api/v1/merchant/me',
    summary: 'Retrieve the profile',
    responses: { 200: profileResponse },
    work: async (needs: ProfileNeeds, { session }) => me(needs, session),
  }),
  userEndpoint({
    ...reading,
    id: 'readPreferences',
    path: '/api/v1/merchant/preferences',
    summary: 'Retrieve the preferences of the portal',
    responses: { 200: preferencesResponse },
    work: async (needs: ProfileNeeds, { session }) => preferences(needs, session),
  }),
  userEndpoint({
    ...account,
    id: 'setPreferences',
    method: 'PUT',
    path: '/api/v1/merchant/preferences',
    priority: 'list',
    access: users('configure'),
    summary: 'Update the preferences of the portal',
    description: 'They decide what the portal shows first, and in which time zone it shows days.',
    body: named('PreferencesRequest', preferencesSchema, { sells_by: 'link', time_zone: 'Africa/Kinshasa' }),
    responses: { 200: preferencesResponse },
    work: async (needs: ProfileNeeds, { session, request }) =>
      setPreferences(needs, session, jsonBody(request)),
  }),
]

export const secretRoutes = [
  userEndpoint({
    ...account,
    ...rotation,
    id: 'rotateMerchantSecret',
    path: '/api/v1/merchant/secret',
    access: users('money_keys'),
    summary: 'Rotate the merchant secret',
    description: `For owners, because the secret moves the money of the wallet. ${atOnce}`,
    responses: { 200: merchantSecretResponse },
    work: async (needs: RotationNeeds, { session, request }) => ({
      merchant_code: session.merchantCode,
      ...(await rotateCredential(needs, session, request, 'merchant-secret')),
    }),
  }),
  userEndpoint({
    ...account,
    ...rotation,
    id: 'rotateApiKeys',
    path: '/api/v1/merchant/api-keys',
    access: users('keys'),
    summary: 'Rotate the API key',
    description: atOnce,
    body: named('KeyRotationRequest', keyRotationSchema, { scopes: ['charge', 'read'] }),
    responses: { 200: apiKeysResponse },
    work: async (needs: RotationNeeds, { session, request }) =>
      rotateCredential(needs, session, request, 'api-keys'),
  }),
  userEndpoint({
    ...account,
    ...rotation,
    id: 'rotateCallbackSecret',
    path: '/api/v1/merchant/callback-secret',
    access: users('keys'),
    summary: 'Rotate the webhook secret',
    description: `Webhooks are signed with the new secret from now on, including retries and resends. With \`overlap_hours\`, each has a signature of
the old one, too, until \`previous_valid_until\`, so that your servers can change one by one. ${proof}`,
    body: named('CallbackSecretRequest', callbackSecretSchema, { overlap_hours: 24 }),
    responses: { 200: callbackSecretResponse },
    work: async (needs: RotationNeeds, { session, request }) => ({
      previous_valid_until: null,
      ...(await rotateCredential(needs, session, request, 'callback-secret')),
    }),
  }),
]

const readingKeys = { ...account, method: 'GET', priority: 'list', access: users('integration') } as const

const changing = { ...account, method: 'PUT', access: users('keys'), headers: stepUpHeader } as const

export const settingRoutes = [
  userEndpoint({
    ...readingKeys,
    id: 'readWhitelist',
    path: '/api/v1/merchant/whitelist',
    summary: 'Retrieve the IP allowlist',
    responses: { 200: whitelistResponse },
    work: async (needs: ProfileNeeds, { session }) => whitelist(needs, session),
  }),
  userEndpoint({
    ...changing,
    id: 'setWhitelist',
    path: '/api/v1/merchant/whitelist',
    priority: 'order',
    summary: 'Replace the IP allowlist',
    description: `Applies to signed requests and to requests with the merchant secret. An empty list allows every address. When it changes, ${settingProof}`,
    body: named('WhitelistRequest', whitelistSchema, { addresses: ['203.0.113.7', '198.51.100.0/24'] }),
    responses: { 200: whitelistResponse },
    problems: [...stepUpProblems, problems.network_invalid],
    work: async (needs: ProfileNeeds, { session, request }) =>
      setWhitelist(needs, callOf(session, request), jsonBody(request)),
  }),
  userEndpoint({
    ...readingKeys,
    id: 'readCallback',
    path: '/api/v1/merchant/callback',
    summary: 'Retrieve the webhook URL',
    responses: { 200: callbackResponse },
    work: async (needs: ProfileNeeds, { session }) => callback(needs, session),
  }),
  userEndpoint({
    ...changing,
    id: 'setCallback',
    path: '/api/v1/merchant/callback',
    priority: 'list',
    summary: 'Set the webhook URL, its credentials and the optional events',
    description: `When it changes, ${settingProof}`,
    body: named(
      'CallbackRequest',
      callbackSchema(() => true),
      {
        callback_url: 'https://shop.example/webhooks/likuta',
      },
    ),
    registersWebhooks: true,
    responses: { 200: callbackResponse },
    problems: [...stepUpProblems, problems.callback_missing],
    work: async (needs: ProfileNeeds, { session, request }) =>
      setCallback(needs, callOf(session, request), jsonBody(request)),
  }),
  userEndpoint({
    ...account,
    id: 'testCallback',
    method: 'POST',
    path: '/api/v1/merchant/callback/test',
    priority: 'test',
    access: users('keys'),
    summary: 'Send a signed test event to the webhook URL',
    responses: { 200: testResponse },
    problems: [problems.callback_missing],
    work: async (needs: ProfileNeeds & TestEventNeeds, { session }) => testCallback(needs, session),
  }),
  userEndpoint({
    ...readingKeys,
    id: 'readMicroform',
    path: '/api/v1/merchant/microform',
    summary: 'Retrieve the custom checkout settings',
    responses: { 200: microformResponse },
    work: async (needs: ProfileNeeds, { session }) => microform(needs, session),
  }),
  userEndpoint({
    ...changing,
    id: 'setMicroform',
    path: '/api/v1/merchant/microform',
    priority: 'list',
    summary: 'Update the custom checkout settings',
    description: `When it changes, ${settingProof}`,
    problems: stepUpProblems,
    body: named('MicroformRequest', microformSchema('sandbox'), {
      microform_enabled: true,
      microform_allowed_origins: ['https://shop.example'],
    }),
    responses: { 200: microformResponse },
    work: async (needs: ProfileNeeds, { session, request }) =>
      setMicroformOf(needs, callOf(session, request), jsonBody(request)),
  }),
  userEndpoint({
    ...account,
    id: 'readCheckout',
    method: 'GET',
    path: '/api/v1/merchant/checkout',
    priority: 'list',
    access: users('settings'),
    summary: 'Retrieve the checkout settings',
    responses: { 200: checkoutResponse },
    work: async (needs: CheckoutNeeds, { session }) => checkout(needs, session),
  }),
  userEndpoint({
    ...account,
    id: 'setCheckout',
    method: 'PUT',
    path: '/api/v1/merchant/checkout',
    priority: 'list',
    access: users('configure'),
    summary: 'Update the checkout settings',
    description: `Methods and number of attempts apply to payments created from now on, the brand to pages shown from now on. What is absent stays
as it is, also parts of the brand; \`null\` removes them. Of other methods or another brand, ${settingProof}`,
    headers: stepUpHeader,
    body: named('CheckoutRequest', checkoutSchema, {
      checkout_attempts: 3,
      brand: { accent: '#0b625c', support: 'https://wa.me/243991234567' },
    }),
    responses: { 200: checkoutResponse },
    problems: [requestProblems.upload_too_large, ...stepUpProblems],
    bodyLimit: maxCheckoutBody,
    work: async (needs: CheckoutNeeds, { session, request }) =>
      setCheckout(needs, callOf(session, request), jsonBody(request)),
  }),
]

type TestEventNeeds = {
  clock: Clock
  /** Limits test events by merchant, because they go to any address the merchant names. */
  testEventLimit: RateLimit
  sendTestEvent: (event: { merchantId: bigint; url: string; body: object }) => Promise<TestResult>
}

/** @throws Problem 409, 429 */
async function testCallback(needs: ProfileNeeds & TestEventNeeds, session: Session) {
  const { callback_url: url } = await callback(needs, session)
  if (url === null) throw new Problem(problems.callback_missing)
  const { allowed, retryAfterSeconds } = needs.testEventLimit.take(session.merchantId)
  if (!allowed)
    throw new Problem(requestProblems.rate_limited, {}, { 'retry-after': String(retryAfterSeconds) })
  const timestamp = zonelessMicrosecond(needs.clock.now())
  const body = { event_type: 'TEST', merchant_code: session.merchantCode, timestamp }
  return needs.sendTestEvent({ merchantId: session.merchantId, url, body })
}
