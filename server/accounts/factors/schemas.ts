// Shapes of second factors and step-ups.
import { z } from 'zod'
import { dataResponse, zonelessStamp } from '../../platform/http/api.ts'

const used = { created_at: zonelessStamp, last_used_at: zonelessStamp.nullable() }

export const passkeyRecord = z
  .object({
    passkey_id: z.string(),
    name: z.string(),
    is_synced: z.boolean().meta({ description: "Whether it is on the user's other devices as well." }),
    ...used,
  })
  .meta({ id: 'Passkey' })

const codes = z.array(z.string()).meta({ description: 'Shown only in this response.' })
const firstCodes = codes
  .nullable()
  .meta({ description: 'With the first factor, shown only in this response; null otherwise.' })
const exampleCodes = ['K7WM-2QXA-9PDR-HT4C', 'B3NV-8FYJ-6ZSE-M5GU']

export const examplePasskeyId = '8a1d3c52-6c1f-4a3e-9a57-52c3a1f0d0aa'
export const examplePasskey = {
  passkey_id: examplePasskeyId,
  name: 'Téléphone de Grâce',
  is_synced: true,
  created_at: '2026-11-21T09:31:00.118204',
  last_used_at: '2026-11-22T07:58:11.402118',
} as const

export const factorsResponse = dataResponse(
  'Factors',
  z.object({
    second_factor: z.boolean().meta({ description: 'Whether signing in takes more than the password.' }),
    totp: z.object(used).nullable().meta({ description: 'The authenticator app.' }),
    passkeys: z.array(passkeyRecord),
    recovery_codes: z.object({ left: z.int(), created_at: zonelessStamp.nullable() }),
  }),
  {
    second_factor: true,
    totp: { created_at: '2026-11-21T09:30:00.118204', last_used_at: null },
    passkeys: [examplePasskey],
    recovery_codes: { left: 10, created_at: '2026-11-21T09:30:00.118204' },
  },
)
export const totpSecretResponse = dataResponse(
  'AuthenticatorSecret',
  z.object({
    secret: z.string().meta({ description: 'Base32, to type into the app.' }),
    uri: z.string().meta({ description: 'The same as an `otpauth:` address, for a QR code.' }),
  }),
  {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Likuta:grace@example.com?issuer=Likuta&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  },
)
export const confirmedResponse = dataResponse('FactorAdded', z.object({ recovery_codes: firstCodes }), {
  recovery_codes: exampleCodes,
})
export const registeredResponse = dataResponse(
  'PasskeyAdded',
  z.object({ passkey_id: z.string(), name: z.string(), recovery_codes: firstCodes }),
  { passkey_id: examplePasskeyId, name: 'Téléphone de Grâce', recovery_codes: null },
)
export const codesResponse = dataResponse('RecoveryCodes', z.object({ recovery_codes: codes }), {
  recovery_codes: exampleCodes,
})
export const stepUpResponse = dataResponse(
  'StepUp',
  z.object({ step_up_token: z.string(), expires_at: zonelessStamp }),
  {
    step_up_token: 'q0n1x4v7a9d2f6h8k0r3t5y7u9i1o3pb2lJzTq3mWc5',
    expires_at: '2026-11-23T09:35:00.000000',
  },
)
