// Why a call with the code of a merchant was refused for its secret, as the merchant's own request log shows it.
import { equalInConstantTime } from '../../kernel/constant-time.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { merchantSecretPrefix } from './credentials.ts'
import type { SecretHolder } from './merchant.ts'

type Cause = { cause: string; detail: string }

/** @param sent the secret that was refused. */
export function explainSecret(secrets: Secrets, holder: SecretHolder, sent: string) {
  return { ...causeOf(secrets, holder, sent), timestamp: null, body_bytes: null, body_sha256: null }
}

function causeOf(secrets: Secrets, { merchant, secretHash }: SecretHolder, sent: string): Cause {
  const trimmed = secrets.mac('merchant-secret', sent.trim()).toString('hex')
  if (equalInConstantTime(trimmed, secretHash.toString('hex')))
    return { cause: 'merchant_secret_spaced', detail: 'Spaces or line breaks surround the secret' }
  if (/^(sk|pk|whsec)_/.test(sent.trim()))
    return { cause: 'merchant_secret_confused', detail: 'Send the merchant secret, which begins with msk_' }
  const other = merchant.environment === 'production' ? 'sandbox' : 'production'
  if (sent.trim().startsWith(merchantSecretPrefix(other)))
    return { cause: 'merchant_secret_of_other_environment', detail: `The secret is of ${other}` }
  return { cause: 'merchant_secret_wrong', detail: 'A rotation ends the secret before it at once' }
}
