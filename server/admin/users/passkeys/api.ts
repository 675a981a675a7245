// Routes for passkeys of admin users: sign in with one, list, add and remove the own ones.

import { z } from 'zod'
import { deviceOf } from '../../../accounts/device.ts'
import { examplePasskey, examplePasskeyId, passkeyRecord } from '../../../accounts/factors/schemas.ts'
import { exampleAssertion, exampleAttestation } from '../../../accounts/passkeys/examples.ts'
import { passkeyCreationResponse, passkeyRequestResponse } from '../../../accounts/passkeys/schemas.ts'
import { passkeySignInOptions, passkeySignInSchema } from '../../../accounts/passkeys/sign-in.ts'
import { newPasskeySchema } from '../../../accounts/passkeys/verify.ts'
import { adminNetworks, admins } from '../../../platform/http/access.ts'
import { named, success } from '../../../platform/http/api.ts'
import { endpoint, succeeded } from '../../../platform/http/endpoint.ts'
import { jsonBody } from '../../../platform/http/http.ts'
import { requestProblems } from '../../../platform/http/problems.ts'
import { accessProblems, adminOf, adminStepUpHeader, stepUpProblem } from '../../access.ts'
import { staffProblems as problems } from '../problems.ts'
import { doneResponse, signedInResponse } from '../schemas.ts'
import { type SignInNeeds, withRefusalsLogged } from '../sign-in.ts'
import { provenCallOf } from '../step-up/proven-change.ts'
import { ownPasskeys, passkeyOptions, registerOwnPasskey, removeOwnPasskey } from './own-passkeys.ts'
import { signInStaffWithPasskey } from './sign-in-with-passkey.ts'

const own = { tag: 'Admin: staff' } as const
const proven = { ...own, headers: adminStepUpHeader } as const
const strangers = [accessProblems.network_refused, requestProblems.rate_limited]
const ofProven = [stepUpProblem, problems.no_account]

export const staffPasskeyRoutes = [
  endpoint({
    ...own,
    id: 'adminPasskeyLoginOptions',
    method: 'POST',
    path: '/api/v1/admin/login/passkey/options',
    priority: 'status',
    access: adminNetworks,
    summary: 'Begin to sign in with a passkey as an admin user',
    description:
      'Pass the options to `navigator.credentials.get` on a page of this deployment. They work once, for five minutes.',
    responses: { 200: passkeyRequestResponse },
    problems: strangers,
    handle: async (needs: SignInNeeds) => succeeded(await passkeySignInOptions(needs, 'admin')),
  }),
  endpoint({
    ...own,
    id: 'signInAdminWithPasskey',
    method: 'POST',
    path: '/api/v1/admin/login/passkey',
    priority: 'status',
    access: adminNetworks,
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
    ...own,
    id: 'listAdminPasskeys',
    method: 'GET',
    path: '/api/v1/admin/passkeys',
    priority: 'list',
    access: admins('account'),
    summary: 'List the own passkeys',
    responses: {
      200: named('AdminPasskeys', success(z.object({ items: z.array(passkeyRecord) })), {
        status: 'success',
        data: { items: [examplePasskey] },
      }),
    },
    problems: [problems.no_account],
    handle: async (needs: SignInNeeds, { request }) => succeeded(await ownPasskeys(needs, adminOf(request))),
  }),
  endpoint({
    ...proven,
    id: 'beginAdminPasskey',
    method: 'POST',
    path: '/api/v1/admin/passkeys/options',
    priority: 'order',
    access: admins('account'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Begin to register a passkey as an admin user',
    description:
      'Pass the options to `navigator.credentials.create`. They work once, for five minutes, for this session.',
    responses: { 200: passkeyCreationResponse },
    problems: ofProven,
    handle: async (needs: SignInNeeds, { request }) =>
      succeeded(await passkeyOptions(needs, adminOf(request))),
  }),
  endpoint({
    ...proven,
    id: 'registerAdminPasskey',
    method: 'POST',
    path: '/api/v1/admin/passkeys',
    priority: 'order',
    access: admins('account'),
    stepUp: 'required',
    conflictOfInterest: 'service',
    summary: 'Register a passkey as an admin user',
    description: 'Signing in with the password and the authenticator app goes on working.',
    body: named('AdminPasskeyRequest', newPasskeySchema, { name: 'Laptop', passkey: exampleAttestation }),
    responses: {
      200: named('AdminPasskeyAdded', success(z.object({ passkey_id: z.string(), name: z.string() })), {
        status: 'success',
        data: { passkey_id: examplePasskeyId, name: 'Laptop' },
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
    priority: 'order',
    access: admins('account'),
    stepUp: 'required',
    conflictOfInterest: 'service',
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
