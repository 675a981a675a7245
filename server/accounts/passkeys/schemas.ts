// What browsers are given to make a passkey or to sign with one (WebAuthn, level 3), in JSON.
import { z } from 'zod'
import { dataResponse } from '../../platform/http/api.ts'

const descriptor = z
  .object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() })
  .meta({ id: 'PasskeyDescriptor' })
const shared = { challenge: z.string(), timeout: z.int().meta({ description: 'Milliseconds.' }) }
const challenge = 'q0n1x4v7a9d2f6h8k0r3t5y7u9i1o3pb2lJzTq3mWc5'

export const passkeyRequestResponse = dataResponse(
  'PasskeyRequestOptions',
  z.object({
    ...shared,
    rpId: z.string(),
    userVerification: z.string(),
    allowCredentials: z.array(descriptor).optional(),
  }),
  { challenge, timeout: 300_000, rpId: 'pay.example', userVerification: 'required' },
)

export const passkeyCreationResponse = dataResponse(
  'PasskeyCreationOptions',
  z.object({
    ...shared,
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    attestation: z.string(),
    authenticatorSelection: z.object({
      residentKey: z.string(),
      requireResidentKey: z.boolean(),
      userVerification: z.string(),
    }),
    excludeCredentials: z.array(descriptor),
  }),
  {
    challenge,
    timeout: 300_000,
    rp: { id: 'pay.example', name: 'Likuta' },
    user: { id: 'NWYwYzJmMmUtOGQwYQ', name: 'grace@example.com', displayName: 'Grâce Mukendi' },
    pubKeyCredParams: [
      { type: 'public-key', alg: -8 },
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: [],
  },
)

/** What the library always sets for the options that we pass; its own types leave more open. */
export type PasskeyRequest = z.input<typeof passkeyRequestResponse>['data']
export type PasskeyCreation = z.input<typeof passkeyCreationResponse>['data']

const id = 'kQ3vY7m1Zb0nT5xW8cR2uA'
const clientDataJSON = 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'

export const exampleAssertion = {
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
  response: { clientDataJSON, authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4', signature: 'MEUCIQDx8Zt0' },
}
export const exampleAttestation = {
  ...exampleAssertion,
  response: { clientDataJSON, attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10', transports: ['internal'] },
}
