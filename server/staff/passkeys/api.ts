// Routes for passkeys of admin users: sign in with one, list, add and remove the own ones.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accessProblems, adminOf, adminStepUpHeader, stepUpProblem } from '../../admin/access.ts'
import { deviceOf } from '../../merchants/devices/device.ts'
import { examplePasskey, examplePasskeyId, passkeyRecord } from '../../merchants/factors/schemas.ts'
import { exampleAssertion, exampleAttestation } from '../../merchants/second-factor/passkeys/examples.ts'
import {
  passkeyCreationResponse,
  passkeyRequestResponse,
} from '../../merchants/second-factor/passkeys/schemas.ts'
import { admins, anyone } from '../../platform/http/access.ts'
import { type Endpoint, named, success } from '../../platform/http/api.ts'
import { jsonBody, sendJson } from '../../platform/http/http.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import { staffProblems as problems } from '../problems.ts'
import { doneResponse, signedInResponse } from '../schemas.ts'
import { type SignInNeeds, withRefusalsLogged } from '../sign-in.ts'
import { provenCallOf } from '../step-up/proven-change.ts'
import {
  newPasskeySchema,
  ownPasskeys,
  passkeyOptions,
  registerOwnPasskey,
  removeOwnPasskey,
} from './own-passkeys.ts'
import { passkeySignInOptions, passkeySignInSchema, signInWithPasskey } from './sign-in-with-passkey.ts'

const open = { tag: 'Admin: staff' } as const
const own = { tag: 'Admin: staff' } as const
const proven = { ...own, headers: adminStepUpHeader } as const
const strangers = [accessProblems.network_refused, requestProblems.rate_limited]
const ofProven = [stepUpProblem, problems.no_account]

const endpoints = {
  signInOptions: {
    ...open,
    id: 'adminPasskeyLoginOptions',
    method: 'POST',
    path: '/api/v1/admin/login/passkey/options',
    priority: 'status',
    access: anyone,
    summary: 'Begin to sign in with a passkey as an admin user',
    description:
      'Pass the options to `navigator.credentials.get` on a page of this deployment. They work once, for five minutes.',
    responses: { 200: passkeyRequestResponse },
    problems: strangers,
  },
  signIn: {
    ...open,
    id: 'signInAdminWithPasskey',
    method: 'POST',
    path: '/api/v1/admin/login/passkey',
    priority: 'status',
    access: anyone,
    summary: 'Sign in with a passkey as an admin user',
    description: 'A passkey is both factors: neither the password nor a code is asked for.',
    body: named('AdminPasskeySignIn', passkeySignInSchema, { passkey: exampleAssertion }),
    responses: { 200: signedInResponse },
    problems: [problems.passkey_refused, problems.login_wrong, ...strangers],
  },
  list: {
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
  },
  begin: {
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
  },
  register: {
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
  },
  remove: {
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
  },
} satisfies Record<string, Endpoint>

type Guard = (request: FastifyRequest) => Promise<void>
type ById = FastifyRequest<{ Params: { passkey_id: string } }>

const base = '/api/v1/admin'

/** @param guards.network lets only admin networks pass, @param guards.admin only admins. */
export function registerStaffPasskeys(
  app: FastifyInstance,
  needs: SignInNeeds,
  guards: { network: Guard; admin: Guard },
): void {
  const send = (reply: FastifyReply, data: object) => sendJson(reply, { status: 'success', data })
  const stranger = (api: Endpoint) => ({ onRequest: guards.network, config: { api } })
  const admin = (api: Endpoint) => ({ onRequest: guards.admin, config: { api } })
  app.post(`${base}/login/passkey/options`, stranger(endpoints.signInOptions), async (_request, reply) =>
    send(reply, await passkeySignInOptions(needs)),
  )
  app.post(`${base}/login/passkey`, stranger(endpoints.signIn), async (request, reply) =>
    send(
      reply,
      await withRefusalsLogged(
        needs,
        request,
        signInWithPasskey(needs, jsonBody(request), deviceOf(request)),
      ),
    ),
  )
  const path = `${base}/passkeys`
  app.get(path, admin(endpoints.list), async (request, reply) =>
    send(reply, await ownPasskeys(needs, adminOf(request))),
  )
  app.post(`${path}/options`, admin(endpoints.begin), async (request, reply) =>
    send(reply, await passkeyOptions(needs, adminOf(request))),
  )
  app.post(path, admin(endpoints.register), async (request, reply) =>
    send(reply, await registerOwnPasskey(needs, provenCallOf(request), jsonBody(request))),
  )
  app.delete(`${path}/:passkey_id`, admin(endpoints.remove), async (request: ById, reply) => {
    await removeOwnPasskey(needs, provenCallOf(request), request.params.passkey_id)
    return send(reply, {})
  })
}
