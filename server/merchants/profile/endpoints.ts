// What the routes of self-service tell of themselves.
import { z } from 'zod'
import { type Endpoint, named } from '../../platform/http/api.ts'
import { listQuery } from '../../platform/http/list-query.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { requestSchema } from '../go-live/go-live.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { changeSchema, loginSchema } from '../sign-in/login.ts'
import { resetSchema } from '../sign-in/password-reset.ts'
import { signUpSchema } from '../sign-in/sign-up.ts'
import { deliveryChoices } from './delivery-history.ts'
import { callbackSchema, microformSchema, whitelistSchema } from './profile.ts'
import {
  apiKeysAnswer,
  callbackAnswer,
  callbackSecretAnswer,
  credentialsAnswer,
  deliveriesAnswer,
  deliveryAnswer,
  doneAnswer,
  goLiveAnswer,
  merchantSecretAnswer,
  microformAnswer,
  profileAnswer,
  resentAnswer,
  sessionAnswer,
  testAnswer,
  tokenAnswer,
  whitelistAnswer,
} from './schemas.ts'

const open = { tag: 'Account', authentication: 'none' } as const
const account = { tag: 'Account', authentication: 'bearer' } as const

const loginBody = named('LoginRequest', loginSchema, {
  email: 'grace@example.com',
  password: 'correct horse battery',
})
const ofLogins = [problems.login_wrong, problems.suspended, problems.locked, requestProblems.rate_limited]

export const logIn: Endpoint = {
  ...open,
  id: 'logIn',
  summary: 'Sign in',
  description: 'Five wrong passwords in 15 minutes lock email and address for 15 minutes.',
  body: loginBody,
  answers: { 200: tokenAnswer },
  problems: ofLogins,
}

export const signUp: Endpoint = {
  ...open,
  id: 'signUp',
  summary: 'Become a merchant of the sandbox',
  body: named('SignUpRequest', signUpSchema, {
    name: 'Boutique Kivu',
    email: 'grace@example.com',
    password: 'correct horse battery',
  }),
  answers: { 200: credentialsAnswer },
  problems: [
    problems.sign_up_closed,
    problems.email_refused,
    problems.password_refused,
    requestProblems.rate_limited,
  ],
}

const portal = { tag: 'Portal', authentication: 'none' } as const
const ownPagesOnly =
  'For the pages of the portal alone: the token lies in a cookie that only this path is sent.'

export const openPortalSession: Endpoint = {
  ...portal,
  id: 'openPortalSession',
  summary: 'Sign in to the portal',
  description: ownPagesOnly,
  body: loginBody,
  answers: { 200: tokenAnswer },
  problems: [...ofLogins, problems.cross_site],
}

export const readPortalSession: Endpoint = {
  ...portal,
  id: 'readPortalSession',
  summary: 'Read the session of this browser',
  description: ownPagesOnly,
  answers: { 200: sessionAnswer },
  problems: [problems.cross_site, requestProblems.rate_limited],
}

export const closePortalSession: Endpoint = {
  ...portal,
  id: 'closePortalSession',
  summary: 'Sign out of the portal',
  description: `${ownPagesOnly} A bearer token that is sent is ended; without one it is the token of the cookie.`,
  answers: { 200: doneAnswer },
  problems: [problems.cross_site, requestProblems.rate_limited],
}

export const readProfile: Endpoint = {
  ...account,
  id: 'readProfile',
  summary: 'Read the profile',
  answers: { 200: profileAnswer },
}

export const logOut: Endpoint = {
  ...account,
  id: 'logOut',
  summary: 'Sign out',
  answers: { 200: doneAnswer },
}

export const changePassword: Endpoint = {
  ...account,
  id: 'changePassword',
  summary: 'Change the password',
  description: '12 to 128 characters, not a common one. Ends the other sessions.',
  body: named('PasswordRequest', changeSchema, {
    current_password: 'correct horse battery',
    new_password: 'staple correct horse',
  }),
  answers: { 200: doneAnswer },
  problems: [problems.password_wrong, problems.password_refused, problems.locked],
}

export const resetPassword: Endpoint = {
  ...open,
  id: 'resetPassword',
  summary: 'Set a new password with a one-time link',
  description:
    'The token is the part after # of the link that the operator of the service handed over. Ends all sessions; API keys go on working.',
  body: named('PasswordResetRequest', resetSchema, {
    token: 'R1c3k9Zt0mQvXb7sYw2nLp5uHd8jFa4gEi6oTr1KzCM',
    new_password: 'staple correct horse',
  }),
  answers: { 200: doneAnswer },
  problems: [problems.reset_link_unusable, problems.password_refused, requestProblems.rate_limited],
}

const atOnce = 'The one before it is refused at once.'

export const rotateMerchantSecret: Endpoint = {
  ...account,
  id: 'rotateMerchantSecret',
  summary: 'Make a new merchant secret',
  description: atOnce,
  answers: { 200: merchantSecretAnswer },
  problems: [requestProblems.malformed_json, requestProblems.json_over_budget],
}

export const rotateApiKeys: Endpoint = {
  ...account,
  id: 'rotateApiKeys',
  summary: 'Make a new API key',
  description: atOnce,
  answers: { 200: apiKeysAnswer },
  problems: [requestProblems.malformed_json, requestProblems.json_over_budget],
}

export const rotateCallbackSecret: Endpoint = {
  ...account,
  id: 'rotateCallbackSecret',
  summary: 'Make a new callback secret',
  description: 'Webhooks are signed with it from now on, also those sent again.',
  answers: { 200: callbackSecretAnswer },
  problems: [requestProblems.malformed_json, requestProblems.json_over_budget],
}

export const readWhitelist: Endpoint = {
  ...account,
  id: 'readWhitelist',
  summary: 'Read the addresses requests may come from',
  answers: { 200: whitelistAnswer },
}

export const setWhitelist: Endpoint = {
  ...account,
  id: 'setWhitelist',
  summary: 'Set the addresses requests may come from',
  description: 'For signed requests and those with the merchant secret; none is everyone.',
  body: named('WhitelistRequest', whitelistSchema, { addresses: ['203.0.113.7', '198.51.100.0/24'] }),
  answers: { 200: whitelistAnswer },
  problems: [problems.network_invalid],
}

export const readCallback: Endpoint = {
  ...account,
  id: 'readCallback',
  summary: 'Read where callbacks of transfers go',
  answers: { 200: callbackAnswer },
}

export const setCallback: Endpoint = {
  ...account,
  id: 'setCallback',
  summary: 'Set where callbacks of transfers go',
  body: named(
    'CallbackRequest',
    callbackSchema(() => true),
    {
      callback_url: 'https://shop.example/webhooks/mosolo',
    },
  ),
  registersWebhooks: true,
  answers: { 200: callbackAnswer },
}

export const testCallback: Endpoint = {
  ...account,
  id: 'testCallback',
  summary: 'Send a signed test event',
  answers: { 200: testAnswer },
  problems: [problems.callback_missing],
}

export const readMicroform: Endpoint = {
  ...account,
  id: 'readMicroform',
  summary: 'Read the settings of custom checkout',
  answers: { 200: microformAnswer },
}

export const setMicroform: Endpoint = {
  ...account,
  id: 'setMicroform',
  summary: 'Set up custom checkout',
  body: named('MicroformRequest', microformSchema('sandbox'), {
    microform_enabled: true,
    microform_allowed_origins: ['https://shop.example'],
  }),
  answers: { 200: microformAnswer },
}

export const readGoLive: Endpoint = {
  ...account,
  id: 'readGoLive',
  summary: 'Read how the request to go live stands',
  answers: { 200: goLiveAnswer },
}

export const requestGoLive: Endpoint = {
  ...account,
  id: 'requestGoLive',
  repeatable: true,
  summary: 'Ask to go live',
  body: named('GoLiveRequest', requestSchema, {
    company_name: 'Boutique Kivu SARL',
    registration_number: 'CD/GOM/RCCM/24-B-0042',
    country: 'CD',
    contact_name: 'Grâce Mukendi',
    contact_email: 'grace@example.com',
    contact_phone: '+243991234567',
  }),
  answers: { 200: goLiveAnswer },
  problems: [problems.live_already, problems.go_live_pending],
}

const deliveries = { tag: 'Deliveries', authentication: 'bearer' } as const
const path = { id: z.string().meta({ examples: ['4711'] }) }

export const listDeliveries: Endpoint = {
  ...deliveries,
  id: 'listDeliveries',
  summary: 'List webhooks',
  description: 'Newest first, each with its attempts.',
  query: listQuery(deliveryChoices),
  answers: { 200: deliveriesAnswer },
}

export const readDelivery: Endpoint = {
  ...deliveries,
  id: 'readDelivery',
  summary: 'Read a webhook with what was sent and answered',
  path,
  answers: { 200: deliveryAnswer },
  problems: [problems.delivery_unknown],
}

export const resendDelivery: Endpoint = {
  ...deliveries,
  id: 'resendDelivery',
  summary: 'Send a webhook again',
  path,
  answers: { 202: resentAnswer },
  problems: [problems.delivery_unknown],
}
