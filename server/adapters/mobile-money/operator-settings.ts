// What must be known to reach an operator: an address, the credentials of its protocol, and where protocols leave a
// choice, which one the operator took.

import { createPrivateKey, createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { withoutTrailing } from '../../kernel/text-end.ts'
import { operatorCodes } from '../../remittance/operators/operator.ts'

const httpUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'an absolute http or https URL')
  .transform((text) => withoutTrailing(text, '/'))
/** Printable ASCII, so that it can stand in a header as it is. */
const credential = z.string().regex(/^[!-~]([ -~]*[!-~])?$/, 'printable ASCII, not empty')
const publicKey = z.string().refine(isPublicKey, 'an RSA public key: SubjectPublicKeyInfo, DER, in Base64')
const privateKeyPem = z.string().refine(isPrivateKey, 'a private key in PEM')

const gsma = z.strictObject({
  protocol: z.literal('gsma'),
  /** Up to and including the version: `https://api.operator.example/v1.2/mm`. */
  url: httpUrl,
  authentication: z.discriminatedUnion('scheme', [
    z.strictObject({ scheme: z.literal('basic'), username: credential, password: credential }),
    z.strictObject({
      scheme: z.literal('oauth'),
      tokenUrl: httpUrl,
      clientId: credential,
      clientSecret: credential,
    }),
  ]),
  /** Sent as X-API-Key beside either scheme. */
  apiKey: credential.optional(),
  /** Sent as X-Client-Id. */
  clientId: credential.optional(),
  /** The account the payouts are paid from, in the operator's own terms. */
  debitParty: z.strictObject({
    key: z.enum(['walletid', 'accountid', 'msisdn', 'organisationid', 'serviceprovider', 'linkref']),
    value: credential,
  }),
  /** The operator's institution behind a hub. */
  institution: z
    .strictObject({ type: z.enum(['lei', 'swiftbic', 'organisationid']), identifier: credential })
    .optional(),
  /** Asks the operator before a callback is believed: nothing in one is signed. */
  confirmCallbacks: z.boolean().default(true),
})
export type GsmaConnection = z.output<typeof gsma>

const airtel = z.strictObject({
  protocol: z.literal('airtel'),
  /** The host alone: `https://openapi.airtel.cd`. */
  url: httpUrl,
  clientId: credential,
  clientSecret: credential,
  /** The disbursement PIN, in clear; it leaves encrypted only. */
  pin: z.string().regex(/^\d{4,6}$/, '4 to 6 digits'),
  rsaPadding: z.enum(['pkcs1', 'oaep']).default('oaep'),
  /** What PIN and messages are encrypted for; unset: asked of the operator. */
  publicKey: publicKey.optional(),
  signMessages: z.boolean().default(false),
  /** The private key of the application settings there; unset: every callback is refused, inquiries tell. */
  callbackKey: credential.optional(),
})
export type AirtelConnection = z.output<typeof airtel>

const mpesa = z.strictObject({
  protocol: z.literal('mpesa'),
  /** Up to and including the market: `https://openapi.m-pesa.com/openapi/ipg/v2/vodacomDRC`. */
  url: httpUrl,
  apiKey: credential,
  publicKey,
  serviceProviderCode: credential,
  /**
   * The code by which an inquiry says that there is no such payment. None is documented for this market, so unset:
   * such an answer then means nothing, and nothing is sent again because of it.
   */
  notFoundCode: z
    .string()
    .regex(/^INS-\d+$/)
    .optional(),
  /** The host that was whitelisted in the portal. */
  origin: credential.default('*'),
  /** What the portal is set to: `async` reports outcomes by callback, `sync` in the reply itself. */
  mode: z.enum(['async', 'sync']).default('async'),
  /** Asks the gateway before a callback is believed, as nothing in one is signed. False where it cannot be asked. */
  confirmCallbacks: z.boolean().default(true),
  /** How long one session is used: less than the portal's own limit. */
  sessionSeconds: z.int().min(1).max(86_400).default(1_200),
})
export type MpesaConnection = z.output<typeof mpesa>

const pawapay = z.strictObject({
  protocol: z.literal('pawapay'),
  /** The host alone: `https://api.pawapay.io`. */
  url: httpUrl,
  token: credential,
  /** Remittances carry sender and purpose along, but pawaPay does not offer them everywhere. */
  product: z.enum(['payouts', 'remittances']).default('payouts'),
  /** False only where the account cannot sign callbacks: then anyone who learns the URL can send them. */
  signedCallbacks: z.boolean().default(true),
  /** Signs our requests, where the account asks for it. */
  signingKey: z.strictObject({ id: credential, privateKeyPem }).optional(),
})
export type PawapayConnection = z.output<typeof pawapay>

const operatorConnection = z.discriminatedUnion('protocol', [gsma, airtel, mpesa, pawapay])
export type OperatorConnection = z.output<typeof operatorConnection>

/** How each operator that is served is reached. */
export const operatorConnections = z.partialRecord(z.enum(operatorCodes), operatorConnection)
export type OperatorConnections = z.output<typeof operatorConnections>

function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function isPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).type === 'private'
  } catch {
    return false
  }
}
