// The callback URL of each operator and environment, which contains an unguessable token.
import { equalInConstantTime } from '../../kernel/constant-time.ts'
import type { Environment } from '../../kernel/environment.ts'
import type { OperatorCode } from '../../kernel/operators.ts'
import type { Secrets } from '../../platform/security/secrets.ts'

type AddressNeeds = { secrets: Secrets; baseUrl: string }

const addressKey = (environment: Environment, operator: OperatorCode) => `${environment}:${operator}`

function tokenOf(secrets: Secrets, environment: Environment, operator: OperatorCode): string {
  return secrets.mac('operator-callback', addressKey(environment, operator)).toString('base64url')
}

export function callbackUrl(
  { secrets, baseUrl }: AddressNeeds,
  environment: Environment,
  operator: OperatorCode,
): string {
  return `${baseUrl}/api/v1/operator-callbacks/${environment}/${operator}/${tokenOf(secrets, environment, operator)}`
}

export function isCallbackToken(
  secrets: Secrets,
  environment: Environment,
  operator: OperatorCode,
  token: string,
): boolean {
  // During a master key rotation, operators may still use the address made with the old key.
  return secrets
    .codes('operator-callback', addressKey(environment, operator))
    .some(({ code }) => equalInConstantTime(code.toString('base64url'), token))
}
