// Adds and removes the factors of the signed-in user. Each change needs a step-up: for the first factor that is the password, for every
// later change a factor, so that neither a stolen session nor a stolen password adds or removes one.
import { z } from 'zod'
import { renewRecoveryCodes } from '../../accounts/factors/recovery-codes.ts'
import {
  codesResponse,
  confirmedResponse,
  examplePasskeyId,
  factorsResponse,
  registeredResponse,
  totpSecretResponse,
} from '../../accounts/factors/schemas.ts'
import { beginTotp, confirmTotp, removeTotp, totpUri } from '../../accounts/factors/totp.ts'
import { addPasskey, removePasskey } from '../../accounts/passkeys/passkey.ts'
import { exampleAttestation, passkeyCreationResponse } from '../../accounts/passkeys/schemas.ts'
import { creationOptions, newPasskeySchema, verifiedPasskey } from '../../accounts/passkeys/verify.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Tx } from '../../platform/database/database.ts'
import { usersInBothModes } from '../../platform/http/access.ts'
import { named } from '../../platform/http/api.ts'
import { check } from '../../platform/http/body/body.ts'
import { jsonBody } from '../../platform/http/http.ts'
import { deviceTime } from '../../platform/time/clock.ts'
import { selfServiceProblems as problems } from '../problems.ts'
import type { Session } from './bearer.ts'
import {
  auditFactor,
  type FactorNeeds,
  factorAdded,
  factorRemoved,
  factorsOf,
  lockedUser,
} from './factors.ts'
import { doneResponse } from './schemas.ts'
import { callOf, type ProvenCall, requireStepUp, stepUpHeader, stepUpProblems } from './step-up.ts'
import { userEndpoint } from './user-endpoint.ts'

const codeSchema = z.object({ code: z.string().max(20) })

/** Runs a change under the lock of the user. @throws Problem 403 without a step-up that is still valid then. */
async function change<Result>(
  needs: FactorNeeds,
  call: ProvenCall,
  work: (sql: Tx, had: boolean) => Promise<Result>,
): Promise<Result> {
  return needs.db.transaction(async (sql) => {
    const had = await lockedUser(sql, call.session.user.id)
    // Under the lock: a step-up by password ends as the first factor is added.
    // guard: factor-step-up
    await requireStepUp({ ...needs, db: sql }, call.session, call.stepUpToken)
    return work(sql, had)
  })
}

/** Makes a secret for an authenticator app, which counts once its first code was given. @throws Problem 403, 409 */
function beginAuthenticatorApp(needs: FactorNeeds, call: ProvenCall) {
  const { user } = call.session
  return change(needs, call, async (sql) => {
    const secret = await beginTotp(sql, needs.secrets, { accountId: user.id, now: needs.clock.now() })
    if (secret === undefined) throw new Problem(problems.totp_known)
    return { secret, uri: totpUri(secret, user.email) }
  })
}

/** Turns the authenticator app on with its first code. @throws InvalidBody, Problem 400, 403, 409 */
function confirmAuthenticatorApp(needs: FactorNeeds, call: ProvenCall, body: unknown) {
  const { code } = check(codeSchema, body, 'body')
  const { user } = call.session
  return change(needs, call, async (sql, had) => {
    const given = { accountId: user.id, code, now: deviceTime(needs.clock) }
    const result = await confirmTotp(sql, needs.secrets, given)
    if (result !== 'confirmed')
      throw new Problem(result === 'wrong' ? problems.code_wrong : problems.totp_unknown)
    auditFactor(sql, needs, call, 'factor_added', { factor: 'totp' })
    return { recovery_codes: await factorAdded(sql, needs, call, had) }
  })
}

/** @throws Problem 403, 409 */
async function removeAuthenticatorApp(needs: FactorNeeds, call: ProvenCall): Promise<undefined> {
  await change(needs, call, async (sql) => {
    if (!(await removeTotp(sql, call.session.user.id))) throw new Problem(problems.totp_unknown)
    await factorRemoved(sql, call)
    auditFactor(sql, needs, call, 'factor_removed', { factor: 'totp' })
  })
}

const registrarOf = (session: Session) => ({ ...session, kind: 'merchant_user' }) as const

/** Options for the browser to make a passkey. @throws Problem 403 */
async function beginPasskey(needs: FactorNeeds, { session, stepUpToken }: ProvenCall) {
  await requireStepUp(needs, session, stepUpToken)
  return creationOptions(needs, registrarOf(session))
}

/** Registers the passkey that the browser made. @throws InvalidBody, Problem 400, 403, 409 */
async function registerPasskey(needs: FactorNeeds, call: ProvenCall, body: unknown) {
  const { name, passkey } = check(newPasskeySchema, body, 'body')
  await requireStepUp(needs, call.session, call.stepUpToken)
  const verified = await verifiedPasskey(needs, passkey, registrarOf(call.session))
  return change(needs, call, async (sql, had) => {
    const passkey_id = await addPasskey(sql, { ...verified, name }, needs.clock.now())
    auditFactor(sql, needs, call, 'factor_added', { factor: 'passkey', name })
    return { passkey_id, name, recovery_codes: await factorAdded(sql, needs, call, had) }
  })
}

/** @throws Problem 403, 404 */
async function removeOwnPasskey(needs: FactorNeeds, call: ProvenCall, passkeyId: string): Promise<undefined> {
  await change(needs, call, async (sql) => {
    const name = await removePasskey(sql, call.session.user.id, passkeyId)
    await factorRemoved(sql, call)
    auditFactor(sql, needs, call, 'factor_removed', { factor: 'passkey', name })
  })
}

/** Makes new recovery codes in place of the old ones. @throws Problem 403, 409 */
function renewCodes(needs: FactorNeeds, call: ProvenCall) {
  return change(needs, call, async (sql, had) => {
    if (!had) throw new Problem(problems.factor_missing)
    auditFactor(sql, needs, call, 'factor_added', { factor: 'recovery_codes' })
    return { recovery_codes: await renewRecoveryCodes(sql, call.session.user.id, needs.clock.now()) }
  })
}

const account = { tag: 'Account' } as const
const proven = {
  ...account,
  headers: stepUpHeader,
  priority: 'order',
  access: usersInBothModes('account'),
} as const
const firstEnds = 'The first factor brings recovery codes and ends the other sessions of the user.'

export const factorRoutes = [
  userEndpoint({
    ...account,
    id: 'listFactors',
    method: 'GET',
    path: '/api/v1/merchant/factors',
    priority: 'list',
    access: usersInBothModes('account'),
    summary: 'List the second factors of the signed-in user',
    responses: { 200: factorsResponse },
    work: async (needs: FactorNeeds, { session }) => factorsOf(needs, session.user.id),
  }),
  userEndpoint({
    ...proven,
    id: 'beginAuthenticatorApp',
    method: 'POST',
    path: '/api/v1/merchant/factors/totp',
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
    summary: 'Renew the recovery codes',
    description: 'Ten new codes, shown only in this response. The earlier ones end.',
    responses: { 200: codesResponse },
    problems: [...stepUpProblems, problems.factor_missing],
    work: async (needs: FactorNeeds, { session, request }) => renewCodes(needs, callOf(session, request)),
  }),
]
