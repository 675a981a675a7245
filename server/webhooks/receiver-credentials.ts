// What a receiver behind HTTP basic authentication asks for. It is stored with the origin it was given for and sent nowhere else.
import type { Secrets } from '../platform/secrets.ts'

export type ReceiverCredentials = { origin: string; username: string; password: string }

/** The encryption context of a merchant's callback secret, with which its webhooks are signed. */
export const callbackSecretContext = (merchantId: bigint) => `merchant:${merchantId}:callback_secret`

/** The encryption context of the secret of a merchant's further endpoint. */
export const endpointSecretContext = (merchantId: bigint, endpointId: string) =>
  `merchant:${merchantId}:webhook_endpoint:${endpointId}`

/** The secrets that sign a webhook as they are stored: the old one only while both do. */
export type SealedSecrets = {
  callback_secret_sealed: Buffer
  previous_secret_sealed: Buffer | null
  /** Of a further endpoint; else they are those of the callback URL. */
  endpoint_id?: string | null
}

/** SQL for a secret that was rotated, while it still signs at the time `now`. */
// guard: overlap-of-secrets
const ofOverlap = (sealed: string, until: string, now: string) =>
  `case when ${until} > ${now} then ${sealed} end`
const previousOfMerchant = (now: string) =>
  ofOverlap('m.previous_callback_secret_sealed', 'm.previous_callback_secret_until', now)

/** SQL for the old secret of merchant `m`, if it signs at the time `now`. */
export const previousSecret = (now: string): string => `${previousOfMerchant(now)} as previous_secret_sealed`

/** SQL for the secrets at the time `now` of the endpoint of event `e`: of its further endpoint `w` or of its merchant `m`. */
// guard: endpoint-secret
export const secretsOfEndpoint = (now: string): string =>
  `case when w.id is null then m.callback_secret_sealed else w.secret_sealed end as callback_secret_sealed,
   case when w.id is null then ${previousOfMerchant(now)}
        else ${ofOverlap('w.previous_secret_sealed', 'w.previous_secret_until', now)} end as previous_secret_sealed`

/** The old secret, if it still signs, comes first. */
export function openCallbackSecrets(secrets: Secrets, merchantId: bigint, sealed: SealedSecrets): string[] {
  const { endpoint_id: id } = sealed
  const context = id ? endpointSecretContext(merchantId, id) : callbackSecretContext(merchantId)
  return [sealed.previous_secret_sealed, sealed.callback_secret_sealed].flatMap((secret) =>
    secret ? [secrets.open(secret, context)] : [],
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
