// Verifies what passkeys sign (WebAuthn), for the host of the deployment's public address. The device must have verified its user, by
// a fingerprint, a face or a PIN: only then is a passkey worth two factors.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { Problem } from '../../kernel/problem.ts'
import type { Database, Sql, Statement, Tx } from '../../platform/database/database.ts'
import { check, text } from '../../platform/http/body/body.ts'
import type { Log } from '../../platform/process/log.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { AccountKind } from '../account.ts'
import { accountProblems } from '../problems.ts'
import type { SessionToken } from '../sessions.ts'
import {
  type ChallengeUse,
  countPasskeyUse,
  findPasskey,
  makeChallenge,
  type NewPasskey,
  type PasskeyRow,
  passkeysOf,
  useChallenge,
} from './passkey.ts'
import type { PasskeyCreation, PasskeyRequest } from './schemas.ts'

export type PasskeyNeeds = { db: Sql; clock: Clock; log: Log; baseUrl: string }

const encoded = z.string().max(8_192)
const credential = {
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(50).nullish(),
  clientExtensionResults: z.record(z.string().max(50), z.unknown()).optional(),
}

/** What a browser returns for a passkey that signs, as `PublicKeyCredential.toJSON()` writes it. */
export const assertionSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })
/** The same for a new passkey. */
const attestationSchema = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' })

/** What registers a passkey. */
export const newPasskeySchema = z.object({ name: text({ min: 1, max: 60 }), passkey: attestationSchema })

export type Assertion = z.output<typeof assertionSchema>

/** Loaded by the first use of a passkey: these are three hundred modules, which no command needs. */
const webauthn = () => import('@simplewebauthn/server')

const timeoutMs = 300_000
/** Ed25519, ECDSA and RSA, as COSE numbers them. */
const algorithms = [-8, -7, -257]

/** Who registers a passkey, in which session. The device stores the `userId`, which names nobody. */
type Registrar = SessionToken & {
  kind: AccountKind
  user: { id: bigint; userId: string; email: string; name: string }
}

const registering = ({ kind, tokenHash: session }: Registrar) =>
  ({ kind, purpose: 'register', session }) as const

/** Options for the browser to make a passkey. */
export async function creationOptions(needs: PasskeyNeeds, registrar: Registrar) {
  const { user } = registrar
  const { generateRegistrationOptions } = await webauthn()
  const { hostname } = new URL(needs.baseUrl)
  const challenge = await makeChallenge(needs.db, registering(registrar), needs.clock.now())
  const {
    extensions: _,
    hints: __,
    ...options
  } = await generateRegistrationOptions({
    rpName: 'Likuta',
    rpID: hostname,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.userId),
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: timeoutMs,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: (await passkeysOf(needs.db, user.id)).map(described),
    supportedAlgorithmIDs: algorithms,
  })
  return options as PasskeyCreation
}

/** Options for the browser to sign with a passkey; any of its passkeys when signing in, one of the user's otherwise. */
export async function requestOptions(needs: PasskeyNeeds, use: ChallengeUse, accountId?: bigint) {
  const { generateAuthenticationOptions } = await webauthn()
  const { hostname } = new URL(needs.baseUrl)
  const challenge = await makeChallenge(needs.db, use, needs.clock.now())
  const options = await generateAuthenticationOptions({
    rpID: hostname,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: timeoutMs,
    userVerification: 'required',
    ...(accountId !== undefined && {
      allowCredentials: (await passkeysOf(needs.db, accountId)).map(described),
    }),
  })
  return options as PasskeyRequest
}

function described({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id.toString('base64url'), transports }
}

/** Verifies a new passkey. @throws Problem 400 if it is not what the session was asked for */
export async function verifiedPasskey(
  needs: PasskeyNeeds,
  response: z.output<typeof attestationSchema>,
  registrar: Registrar,
): Promise<Omit<NewPasskey, 'name'>> {
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    ...expected(needs, registering(registrar)),
    supportedAlgorithmIDs: algorithms,
  }).catch(refusalLogger(needs.log))
  const info = verified?.registrationInfo
  // guard: passkey-made-in-frame
  if (!info || isOfOtherFrame(response.response.clientDataJSON))
    throw new Problem(accountProblems.passkey_wrong)
  const { id, publicKey, counter } = info.credential
  return {
    accountId: registrar.user.id,
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports: response.response.transports ?? [],
    isSynced: info.credentialBackedUp,
  }
}

/** Verifies the signature of a passkey, and counts its use; undefined if it is unknown, wrong or a copy. */
export async function usedPasskey(
  needs: PasskeyNeeds,
  assertion: Assertion,
  use: ChallengeUse,
): Promise<PasskeyRow | undefined> {
  const key = await findPasskey(needs.db, use.kind, Buffer.from(assertion.id, 'base64url'))
  if (!key) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: assertion as AuthenticationResponseJSON,
    ...expected(needs, use),
    // Zero, because the counter is compared as it is stored, so that of two uses at once one is refused.
    credential: { id: assertion.id, publicKey: new Uint8Array(key.public_key), counter: 0 },
  }).catch(refusalLogger(needs.log))
  // guard: passkey-used-in-frame
  if (!verified?.verified || isOfOtherFrame(assertion.response.clientDataJSON)) return undefined
  const signCount = verified.authenticationInfo.newCounter
  const isCounted = await countPasskeyUse(needs.db, { id: key.id, signCount, now: needs.clock.now() })
  // guard: passkey-copy
  if (isCounted) return key
  needs.log.warn('passkey counter did not count up', { subject: `passkey:${key.passkey_id}` })
  return undefined
}

/** Whether the page that asked was a frame in a page of another site. Our pages are in none, so somebody shows them to deceive. */
function isOfOtherFrame(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  return (crossOrigin !== undefined && crossOrigin !== false) || topOrigin !== undefined
}

function expected({ db, clock, baseUrl }: PasskeyNeeds, use: ChallengeUse) {
  const { origin, hostname } = new URL(baseUrl)
  return {
    expectedChallenge: (challenge: string) => useChallenge(db, challenge, use, clock.now()),
    expectedOrigin: origin,
    expectedRPID: hostname,
    // guard: passkey-user-verification
    requireUserVerification: true,
  }
}

/** The error does not say what is wrong with a response; the log does. */
function refusalLogger(log: Log) {
  return (error: Error) => {
    log.info('passkey response refused', { reason: error.message })
    return undefined
  }
}

export const passkeySignInSchema = z.object({ passkey: assertionSchema })

/** Options for the browser to sign in with any of its passkeys of this service. */
export const passkeySignInOptions = (needs: PasskeyNeeds, kind: AccountKind) =>
  requestOptions(needs, { kind, purpose: 'sign-in' })

/** How one kind of users signs in: `find` returns the user of the passkey with the id $1 who may, `begin` begins the session. */
type SignIn<User, Begun> = {
  kind: AccountKind
  find: Statement<User>
  begin(sql: Tx, user: User): Promise<Begun>
}

/** Begins a session for a passkey. @throws InvalidBody, Problem 401 */
export async function signInWithPasskey<User, Begun>(
  needs: PasskeyNeeds & { db: Database },
  body: unknown,
  { kind, find, begin }: SignIn<User, Begun>,
): Promise<{ user: User; begun: Begun }> {
  const { passkey } = check(passkeySignInSchema, body, 'body')
  const key = await usedPasskey(needs, passkey, { kind, purpose: 'sign-in' })
  const [user] = key ? await needs.db.rows(find, [key.id]) : []
  if (!key || !user) throw new Problem(accountProblems.passkey_refused)
  const begun = await needs.db.transaction(async (sql) => {
    const session = await begin(sql, user)
    // The user's row is locked now, so that no session begins beside the passkey's removal and outlives it.
    const stillThere = await sql.rows(find, [key.id])
    // guard: removed-passkey
    if (stillThere.length === 0) throw new Problem(accountProblems.passkey_refused)
    return session
  })
  return { user, begun }
}
