// Settings of connections to operators: the URL, the credentials of the protocol, and the operator's choice where the
// protocol offers several.

import { createPrivateKey, createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { localCurrencies } from '../../kernel/money.ts'
import { operatorCodes } from '../../kernel/operators.ts'
import { withoutTrailing } from '../../kernel/text/characters.ts'

const httpUrl = z
  .string()
  .refine((text) => /^https?:\/\//.test(text) && URL.canParse(text), 'an absolute http or https URL')
  .transform((text) => withoutTrailing(text, '/'))
/** Printable ASCII, so that it can be used in a header unchanged. */
const credential = z.string().regex(/^[!-~]([ -~]*[!-~])?$/, 'printable ASCII, not empty')
const publicKey = z.string().refine(isPublicKey, 'an RSA public key: SubjectPublicKeyInfo, DER, in Base64')
const privateKeyPem = z.string().refine(isPrivateKey, 'a private key in PEM')

const limit = z.string().regex(/^(0|[1-9]\d{0,9})(\.\d{1,2})?$/, 'an amount such as "2500.00"')

/** Payments from wallets. Where this is not set, the connection only pays out. */
const collections = z.strictObject({
  /** The smallest and the largest amount of one payment, as in the contract; otherwise those of the catalogue of operators. */
  limits: z.partialRecord(z.enum(localCurrencies), z.strictObject({ min: limit, max: limit })).optional(),
})
export type CollectionSettings = z.output<typeof collections>

const gsmaParty = z.strictObject({
  key: z.enum(['walletid', 'accountid', 'msisdn', 'organisationid', 'serviceprovider', 'linkref']),
  value: credential,
})

const gsma = z.strictObject({
  protocol: z.literal('gsma'),
  /** Base URL including the version: `https://api.operator.example/v1.2/mm`. */
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
  /** Sent as X-API-Key with either scheme. */
  apiKey: credential.optional(),
  /** Sent as X-Client-Id. */
  clientId: credential.optional(),
  /** The account that payouts are paid from, as the operator identifies it. */
  debitParty: gsmaParty,
  /** The operator's institution when it is reached through a hub. */
  institution: z
    .strictObject({ type: z.enum(['lei', 'swiftbic', 'organisationid']), identifier: credential })
    .optional(),
  /** Confirms callbacks by an inquiry, because they are not signed. */
  confirmCallbacks: z.boolean().default(true),
  collections: collections
    .extend({
      /** The account that payers pay into. */
      creditParty: gsmaParty,
    })
    .optional(),
})
export type GsmaConnection = z.output<typeof gsma>

const airtel = z.strictObject({
  protocol: z.literal('airtel'),
  /** The host only: `https://openapi.airtel.cd`. */
  url: httpUrl,
  clientId: credential,
  clientSecret: credential,
  /** The disbursement PIN in clear; it is sent encrypted only. */
  pin: z.string().regex(/^\d{4,6}$/, '4 to 6 digits'),
  rsaPadding: z.enum(['pkcs1', 'oaep']).default('oaep'),
  /** Key for encrypting the PIN and messages; fetched from the operator when not set. */
  publicKey: publicKey.optional(),
  signMessages: z.boolean().default(false),
  /** Private key of the operator's application settings. When not set, every callback is refused and inquiries are used. */
  callbackKey: credential.optional(),
  collections: collections
    .extend({
      /** Version of the merchant payments: a client for DR Congo uses `v2` with signed messages, other markets `v1`. */
      version: z.enum(['v1', 'v2']).default('v2'),
    })
    .optional(),
})
export type AirtelConnection = z.output<typeof airtel>

const mpesa = z.strictObject({
  protocol: z.literal('mpesa'),
  /** Base URL including the market: `https://openapi.m-pesa.com/openapi/ipg/v2/vodacomDRC`. */
  url: httpUrl,
  apiKey: credential,
  publicKey,
  serviceProviderCode: credential,
  /**
   * The code with which an inquiry reports that there is no such payment. None is documented for this market, so it is
   * not set: such a reply then proves nothing, and no payout is resent because of it.
   */
  notFoundCode: z
    .string()
    .regex(/^INS-\d+$/)
    .optional(),
  /** The host that is whitelisted in the portal. */
  origin: credential.default('*'),
  /** Mode set in the portal: `async` reports outcomes by callback, `sync` in the reply itself. */
  mode: z.enum(['async', 'sync']).default('async'),
  /** Confirms callbacks by an inquiry, because they are not signed. False where the gateway supports no inquiries. */
  confirmCallbacks: z.boolean().default(true),
  /** How long one session is used, in seconds: less than the portal's own limit. */
  sessionSeconds: z.int().min(1).max(86_400).default(1_200),
  collections: collections
    .extend({
      /** The short code that payers pay to; otherwise the one that pays out. */
      serviceProviderCode: credential.optional(),
      /** Mode of C2B in the portal: `sync` keeps each call open until the payer has answered, up to two minutes. */
      mode: z.enum(['async', 'sync']).default('async'),
    })
    .optional(),
})
export type MpesaConnection = z.output<typeof mpesa>

const pawapay = z.strictObject({
  protocol: z.literal('pawapay'),
  /** The host only: `https://api.pawapay.io`. */
  url: httpUrl,
  token: credential,
  /** Remittances include sender and purpose, but pawaPay does not offer them everywhere. */
  product: z.enum(['payouts', 'remittances']).default('payouts'),
  /** False only where the account cannot sign callbacks: then anyone who learns the URL can send them. */
  signedCallbacks: z.boolean().default(true),
  /** Signs our requests, where the account requires it. */
  signingKey: z.strictObject({ id: credential, privateKeyPem }).optional(),
  collections: collections.optional(),
})
export type PawapayConnection = z.output<typeof pawapay>

const operatorConnection = z.discriminatedUnion('protocol', [gsma, airtel, mpesa, pawapay])
export type OperatorConnection = z.output<typeof operatorConnection>

/** The connection to each operator that is served. */
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
