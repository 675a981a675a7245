// What a receiver behind HTTP basic authentication asks for. It is stored with the origin it was given for and sent nowhere else.
import type { Secrets } from '../platform/secrets.ts'

export type ReceiverCredentials = { origin: string; username: string; password: string }

/** The encryption context of a merchant's callback secret, with which its webhooks are signed. */
export const callbackSecretContext = (merchantId: bigint) => `merchant:${merchantId}:callback_secret`

/** The secrets that sign a webhook as they are stored: the old one only while both do. */
export type SealedSecrets = { callback_secret_sealed: Buffer; previous_secret_sealed: Buffer | null }

/** SQL for the old secret of merchant `m`, if it signs at the time `now`. */
// guard: overlap-of-secrets
export const previousSecret = (now: string): string =>
  `case when m.previous_callback_secret_until > ${now} then m.previous_callback_secret_sealed end as previous_secret_sealed`

/** The old secret, if it still signs, comes first. */
export function openCallbackSecrets(secrets: Secrets, merchantId: bigint, sealed: SealedSecrets): string[] {
  return [sealed.previous_secret_sealed, sealed.callback_secret_sealed].flatMap((secret) =>
    secret ? [secrets.open(secret, callbackSecretContext(merchantId))] : [],
  )
}

/** The encryption context of a merchant's receiver credentials. */
export const receiverCredentialsContext = (merchantId: bigint) =>
  `merchant:${merchantId}:callback_credentials`

export function sealReceiverCredentials(
  secrets: Secrets,
  merchantId: bigint,
  credentials: ReceiverCredentials,
): Buffer {
  return secrets.seal(JSON.stringify(credentials), receiverCredentialsContext(merchantId))
}

export function openReceiverCredentials(
  secrets: Secrets,
  merchantId: bigint,
  sealed: Buffer,
): ReceiverCredentials {
  return JSON.parse(secrets.open(sealed, receiverCredentialsContext(merchantId))) as ReceiverCredentials
}

/** Returns the `Authorization` header of a webhook to `url`; none without credentials, or if they are for another origin. */
export function authorizationHeader(
  secrets: Secrets,
  { merchantId, url, sealed }: { merchantId: bigint; url: string; sealed: Buffer | null },
): Record<string, string> {
  if (!sealed) return {}
  const { origin, username, password } = openReceiverCredentials(secrets, merchantId, sealed)
  // guard: receiver-credentials-origin
  if (new URL(url).origin !== origin) return {}
  return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}
