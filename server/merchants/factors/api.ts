// Routes for the second factors of the signed-in user.

import { z } from 'zod'
import {
  codesResponse,
  confirmedResponse,
  examplePasskeyId,
  factorsResponse,
  registeredResponse,
  totpSecretResponse,
} from '../../accounts/factors/schemas.ts'
import { exampleAttestation } from '../../accounts/passkeys/examples.ts'
import { passkeyCreationResponse } from '../../accounts/passkeys/schemas.ts'
import { newPasskeySchema } from '../../accounts/passkeys/verify.ts'
import { users } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import { doneResponse } from '../sign-in/schemas.ts'
import { userEndpoint } from '../sign-in/user-endpoint.ts'
import { callOf, stepUpHeader, stepUpProblems } from '../step-up/api.ts'
import {
  beginAuthenticatorApp,
  beginPasskey,
  codeSchema,
  confirmAuthenticatorApp,
  registerPasskey,
  removeAuthenticatorApp,
  removeOwnPasskey,
  renewCodes,
} from './change-factors.ts'
import { type FactorNeeds, factorsOf } from './factors.ts'

const account = { tag: 'Account' } as const
const proven = { ...account, headers: stepUpHeader } as const
const firstEnds = 'The first factor brings recovery codes and ends the other sessions of the user.'

export const factorRoutes = [
  userEndpoint({
    ...account,
    id: 'listFactors',
    method: 'GET',
    path: '/api/v1/merchant/factors',
    priority: 'list',
    access: users('account'),
    summary: 'List the second factors of the signed-in user',
    responses: { 200: factorsResponse },
    work: async (needs: FactorNeeds, { session }) => factorsOf(needs, session.user.id),
  }),
  userEndpoint({
    ...proven,
    id: 'beginAuthenticatorApp',
    method: 'POST',
    path: '/api/v1/merchant/factors/totp',
    priority: 'order',
    access: users('account'),
    summary: 'Begin to set up an authenticator app',
    description: 'Returns the secret, this once. It counts once its first code was given.',
    responses: { 200: totpSecretResponse },
    problems: [...stepUpProblems, problems.totp_known],
    work: async (needs: FactorNeeds, { session, request }) =>
      beginAuthenticatorApp(needs, callOf(session, request)),
  }),
  userEndpoint({
    ...proven,
    id: 'confirmAuthenticatorApp',
    method: 'POST',
    path: '/api/v1/merchant/factors/totp/confirm',
    priority: 'order',
    access: users('account'),
    summary: 'Turn on the authenticator app',
    description: firstEnds,
    body: named('AuthenticatorCode', codeSchema, { code: '123456' }),
    responses: { 200: confirmedResponse },
    problems: [...stepUpProblems, problems.code_wrong, problems.totp_unknown],
    work: async (needs: FactorNeeds, { session, request }) =>
      confirmAuthenticatorApp(needs, callOf(session, request), jsonBody(request)),
  }),
  userEndpoint({
    ...proven,
    id: 'removeAuthenticatorApp',
    method: 'DELETE',
    path: '/api/v1/merchant/factors/totp',
    priority: 'order',
    access: users('account'),
    summary: 'Remove the authenticator app',
    description: 'Ends the other sessions of the user.',
    responses: { 200: doneResponse },
    problems: [...stepUpProblems, problems.totp_unknown],
    work: async (needs: FactorNeeds, { session, request }) =>
      removeAuthenticatorApp(needs, callOf(session, request)),
  }),
  userEndpoint({
    ...proven,
    id: 'beginPasskey',
    method: 'POST',
    path: '/api/v1/merchant/factors/passkeys/options',
    priority: 'order',
    access: users('account'),
    summary: 'Begin to register a passkey',
    description:
      'Pass the options to `navigator.credentials.create`. They work once, for five minutes, for this session.',
    responses: { 200: passkeyCreationResponse },
    problems: stepUpProblems,
    work: async (needs: FactorNeeds, { session, request }) => beginPasskey(needs, callOf(session, request)),
  }),
  userEndpoint({
    ...proven,
    id: 'registerPasskey',
    method: 'POST',
    path: '/api/v1/merchant/factors/passkeys',
    priority: 'order',
    access: users('account'),
    summary: 'Register a passkey',
    description: firstEnds,
    body: named('PasskeyRequest', newPasskeySchema, {
      name: 'Téléphone de Grâce',
      passkey: exampleAttestation,
    }),
    responses: { 200: registeredResponse },
    problems: [...stepUpProblems, problems.passkey_wrong, problems.passkey_known, problems.passkeys_full],
    work: async (needs: FactorNeeds, { session, request }) =>
      registerPasskey(needs, callOf(session, request), jsonBody(request)),
  }),
  userEndpoint({
    ...proven,
    id: 'removePasskey',
    method: 'DELETE',
    path: '/api/v1/merchant/factors/passkeys/:id',
    priority: 'order',
    access: users('account'),
    summary: 'Remove a passkey',
    description: 'Ends the other sessions of the user.',
    params: { id: z.string().meta({ examples: [examplePasskeyId] }) },
    responses: { 200: doneResponse },
    problems: [...stepUpProblems, problems.passkey_unknown],
    work: async (needs: FactorNeeds, { session, request, params }) =>
      removeOwnPasskey(needs, callOf(session, request), params.id),
  }),
  userEndpoint({
    ...proven,
    id: 'renewRecoveryCodes',
    method: 'POST',
    path: '/api/v1/merchant/factors/recovery-codes',
    priority: 'order',
    access: users('account'),
    summary: 'Renew the recovery codes',
    description: 'Ten new codes, shown only in this response. The earlier ones end.',
    responses: { 200: codesResponse },
    problems: [...stepUpProblems, problems.factor_missing],
    work: async (needs: FactorNeeds, { session, request }) => renewCodes(needs, callOf(session, request)),
  }),
]
