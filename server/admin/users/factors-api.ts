// Routes by which admin users confirm their identity, sign in with a passkey, and see and change their own passkeys and recovery codes.

import { z } from 'zod'
import { deviceOf } from '../../accounts/device.ts'
import { recoveryCodesLeft } from '../../accounts/factors/recovery-codes.ts'
import {
  codesResponse,
  examplePasskey,
  examplePasskeyId,
  passkeyRecord,
  stepUpResponse,
} from '../../accounts/factors/schemas.ts'
import { listPasskeys } from '../../accounts/passkeys/passkey.ts'
import {
  exampleAssertion,
  exampleAttestation,
  passkeyCreationResponse,
  passkeyRequestResponse,
} from '../../accounts/passkeys/schemas.ts'
import {
  creationOptions,
  newPasskeySchema,
  passkeySignInOptions,
  passkeySignInSchema,
} from '../../accounts/passkeys/verify.ts'
import { stepUpOptions } from '../../accounts/step-ups.ts'
import { adminNetworks, admins } from '../../platform/http/access.ts'
import { dataResponse, listResponse, named, zonelessStamp } from '../../platform/http/api.ts'
import { endpoint, succeeded } from '../../platform/http/endpoint.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { accessProblems, adminOf, adminStepUpHeader, adminStepUpPath, stepUpProblem } from '../access.ts'
import {
  provenCallOf,
  registerOwnPasskey,
  registrarOf,
  removeOwnPasskey,
  renewOwnRecoveryCodes,
  staffStepUpSchema,
  stepUpStaff,
} from './own-factors.ts'
import { staffProblems as problems } from './problems.ts'
import { doneResponse, signedInResponse } from './schemas.ts'
import { ownSession } from './sessions.ts'
import { type SignInNeeds, signInStaffWithPasskey, withRefusalsLogged } from './sign-in.ts'

const own = { tag: 'Admin: staff' } as const

const proving = {
  ...own,
  method: 'POST',
  priority: 'order',
  access: admins('account'),
  stepUp: 'identity',
  conflictOfInterest: 'service',
} as const

export const staffStepUpRoutes = [
  endpoint({
    ...proving,
    id: 'stepUpAdmin',
    path: adminStepUpPath,
    summary: 'Confirm your identity as an admin user',
    description:
      'By a code of the authenticator app, a recovery code or a passkey. The token is valid for five minutes, for this session. Send it as `X-Step-Up-Token` with what changes who may sign in, with approvals, and with what moves money or switches off a control. Tokens of the settings need none. An approval of money is confirmed with its payee and sum: refused without a step-up, it says in `errors` what to send as `confirms`, and the token then counts for that approval alone.',
    body: named('AdminStepUpRequest', staffStepUpSchema, { totp: '123456' }),
    responses: { 200: stepUpResponse },
    problems: [
      problems.code_wrong,
      problems.passkey_wrong,
      problems.factor_required,
      problems.no_account,
      problems.locked,
    ],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await stepUpStaff(needs, adminOf(request), jsonBody(request), deviceOf(request))),
  }),
  endpoint({
    ...proving,
    id: 'adminStepUpOptions',
    path: `${adminStepUpPath}/options`,
    summary: 'Begin a step-up with a passkey of an admin user',
    description:
      'Pass the options to `navigator.credentials.get`, and its result to the step-up as `passkey`. They work once, for five minutes.',
    responses: { 200: passkeyRequestResponse },
    problems: [problems.no_account],
    handle: async (needs: SignInNeeds, { request }) => {
      const { id, tokenHash } = ownSession(adminOf(request))
      return succeeded(await stepUpOptions(needs, { kind: 'admin', tokenHash }, id))
    },
  }),
]

const proven = {
  ...own,
  headers: adminStepUpHeader,
  priority: 'order',
  access: admins('account'),
  stepUp: 'required',
  conflictOfInterest: 'service',
} as const
const strangers = [accessProblems.network_refused, requestProblems.rate_limited]
const ofProven = [stepUpProblem, problems.no_account]

const signingIn = {
  ...own,
  method: 'POST',
  priority: 'status',
  access: adminNetworks,
  limitedAs: 'sign_in',
} as const

const reading = { ...own, method: 'GET', priority: 'list', access: admins('account') } as const

export const staffPasskeyRoutes = [
  endpoint({
    ...signingIn,
    id: 'adminPasskeyLoginOptions',
    path: '/api/v1/admin/login/passkey/options',
    summary: 'Begin to sign in with a passkey as an admin user',
    description:
      'Pass the options to `navigator.credentials.get` on a page of this deployment. They work once, for five minutes.',
    responses: { 200: passkeyRequestResponse },
    problems: strangers,
    handle: async (needs: SignInNeeds) => succeeded(await passkeySignInOptions(needs, 'admin')),
  }),
  endpoint({
    ...signingIn,
    id: 'signInAdminWithPasskey',
    path: '/api/v1/admin/login/passkey',
    summary: 'Sign in with a passkey as an admin user',
    description: 'A passkey is both factors: neither the password nor a code is asked for.',
    body: named('AdminPasskeySignIn', passkeySignInSchema, { passkey: exampleAssertion }),
    responses: { 200: signedInResponse },
    problems: [problems.passkey_refused, problems.login_wrong, ...strangers],
    handle: async (needs: SignInNeeds, { request }) => {
      const signingIn = signInStaffWithPasskey(needs, jsonBody(request), deviceOf(request))
      return succeeded(await withRefusalsLogged(needs, request, signingIn))
    },
  }),
  endpoint({
    ...reading,
    id: 'listAdminPasskeys',
    path: '/api/v1/admin/passkeys',
    summary: 'List the own passkeys',
    responses: {
      200: listResponse('AdminPasskeys', passkeyRecord, examplePasskey),
    },
    problems: [problems.no_account],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded({ items: await listPasskeys(needs.db, ownSession(adminOf(request)).id) }),
  }),
  endpoint({
    ...proven,
    id: 'beginAdminPasskey',
    method: 'POST',
    path: '/api/v1/admin/passkeys/options',
    summary: 'Begin to register a passkey as an admin user',
    description:
      'Pass the options to `navigator.credentials.create`. They work once, for five minutes, for this session.',
    responses: { 200: passkeyCreationResponse },
    problems: ofProven,
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await creationOptions(needs, registrarOf(adminOf(request)))),
  }),
  endpoint({
    ...proven,
    id: 'registerAdminPasskey',
    method: 'POST',
    path: '/api/v1/admin/passkeys',
    summary: 'Register a passkey as an admin user',
    description: 'Signing in with the password and the authenticator app goes on working.',
    body: named('AdminPasskeyRequest', newPasskeySchema, { name: 'Laptop', passkey: exampleAttestation }),
    responses: {
      200: dataResponse('AdminPasskeyAdded', z.object({ passkey_id: z.string(), name: z.string() }), {
        passkey_id: examplePasskeyId,
        name: 'Laptop',
      }),
    },
    problems: [...ofProven, problems.passkey_wrong, problems.passkey_known, problems.passkeys_full],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await registerOwnPasskey(needs, provenCallOf(request), jsonBody(request))),
  }),
  endpoint({
    ...proven,
    id: 'removeAdminPasskey',
    method: 'DELETE',
    path: '/api/v1/admin/passkeys/:passkey_id',
    summary: 'Remove an own passkey',
    description: 'Ends the other sessions of the user.',
    params: { passkey_id: z.string().meta({ examples: [examplePasskeyId] }) },
    responses: { 200: doneResponse },
    problems: [...ofProven, problems.passkey_unknown],
    handle: async (needs: SignInNeeds, { request, params }) => {
      await removeOwnPasskey(needs, provenCallOf(request), params.passkey_id)
      return succeeded({})
    },
  }),
]

export const staffRecoveryRoutes = [
  endpoint({
    ...reading,
    id: 'readAdminRecoveryCodes',
    path: '/api/v1/admin/recovery-codes',
    summary: 'Count the own recovery codes',
    responses: {
      200: dataResponse(
        'AdminRecoveryCodes',
        z.object({ left: z.int(), created_at: zonelessStamp.nullable() }),
        { left: 10, created_at: '2026-11-21T09:30:00.118204' },
      ),
    },
    problems: [problems.no_account],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await recoveryCodesLeft(needs.db, ownSession(adminOf(request)).id)),
  }),
  endpoint({
    ...own,
    id: 'renewAdminRecoveryCodes',
    method: 'POST',
    path: '/api/v1/admin/recovery-codes',
    priority: 'order',
    access: admins('account'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Make recovery codes as an admin user',
    description:
      'Ten codes, shown only in this response. Each signs in once in place of the code of the authenticator app. The earlier ones end.',
    headers: adminStepUpHeader,
    responses: { 200: codesResponse },
    problems: [stepUpProblem, problems.no_account],
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await renewOwnRecoveryCodes(needs, provenCallOf(request))),
  }),
]
