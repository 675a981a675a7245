// Creates a token: collects the security code, validates, encrypts and sends.
import type { Reading } from './input.ts'
import { encryptCompact } from './jwe.ts'
import type { ErrorDetail, MicroformFault } from './microform-error.ts'
import type { ContextClaims, TokenOptions } from './wire.ts'

export type Peers = BroadcastChannel

type TokenNeeds = {
  jwt: string
  claims: ContextClaims
  peers: Peers
  digits: () => string
  reading: () => Reading
}

type Code = { value: string; valid: boolean }
export type TokenReply = { token: string } | { fault: MicroformFault }

const codeWaitMs = 500
const sendLimitMs = 30_000

/** The library's documented reasons, by the server's reason. */
const serverReasons: Record<string, string> = {
  VALIDATION_ERROR: 'CREATE_TOKEN_VALIDATION_SERVERSIDE',
  DECRYPTION_ERROR: 'CREATE_TOKEN_DECRYPTION',
  RESOURCE_QUOTA_EXCEEDED: 'CREATE_TOKEN_CAPTURE_CONTEXT_USED_TOO_MANY_TIMES',
  SIGNATURE_ERROR: 'CAPTURE_CONTEXT_INVALID',
  CAPTURE_CONTEXT_INVALID: 'CAPTURE_CONTEXT_INVALID',
  CAPTURE_CONTEXT_EXPIRED: 'CAPTURE_CONTEXT_EXPIRED',
  TOKENIZATION_ERROR: 'CREATE_TOKEN_PLATFORM_ERROR',
  API_GATEWAY_ERROR: 'API_GATEWAY_ERROR',
  INTERNAL_ERROR: 'API_INTERNAL_ERROR',
}

export function createTokenMaker(needs: TokenNeeds) {
  return async (options: TokenOptions, hasSecurityCode: boolean): Promise<TokenReply> => {
    const code = hasSecurityCode ? await requestCode(needs.peers) : { value: '', valid: true }
    if (!code) return fault('CREATE_TOKEN_TIMEOUT', 'The security code field did not respond')
    const wrong = fieldFaults(needs.reading(), code)
    if (wrong.length > 0)
      return fault('CREATE_TOKEN_VALIDATION_FIELDS', 'One or more fields are not valid', wrong)
    const data = { number: needs.digits(), securityCode: code.value, ...options }
    try {
      const content = { data, context: needs.jwt, index: 0 }
      return await send(needs.claims, await encryptCompact(content, needs.claims.flx.jwk))
    } catch {
      return fault('BROWSER_ENCRYPTION_FAILED', 'The card could not be encrypted')
    }
  }
}

async function send(claims: ContextClaims, jwe: string): Promise<TokenReply> {
  const { origin, path } = claims.flx
  try {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/jwt; charset=utf-8' },
      body: jwe,
      signal: AbortSignal.timeout(sendLimitMs),
    })
    const text = await response.text()
    if (response.ok) return { token: text }
    return refusal(text, response.status, response.headers.get('v-c-correlation-id') ?? undefined)
  } catch {
    return fault('CREATE_TOKEN_XHR_ERROR', 'The card could not be sent')
  }
}

function refusal(text: string, status: number, correlationId: string | undefined): TokenReply {
  try {
    const { reason, message, details } = JSON.parse(text).responseStatus
    const fields = (details as ErrorDetail[]).map((detail) => ({
      ...detail,
      location: detail.location.replace(/^captureData\./, ''),
    }))
    const known = serverReasons[reason] ?? 'UNKNOWN_REASON'
    const { fault: output } = fault(known, message, fields)
    return { fault: { ...output, status, ...(correlationId && { correlationId }) } }
  } catch {
    return fault('MALFORMED_TOKENS_RESPONSE', 'The response could not be read')
  }
}

function requestCode(peers: Peers): Promise<Code | null> {
  return new Promise((resolve) => {
    const call = crypto.randomUUID()
    const complete = (code: Code | null) => {
      clearTimeout(timer)
      peers.removeEventListener('message', onMessage)
      resolve(code)
    }
    const onMessage = ({ data }: MessageEvent) => {
      if (data.kind === 'code' && data.call === call) complete(data)
    }
    const timer = setTimeout(() => complete(null), codeWaitMs)
    peers.addEventListener('message', onMessage)
    peers.postMessage({ kind: 'codeWanted', call })
  })
}

function fieldFaults(number: Reading, code: Code): ErrorDetail[] {
  const faults: ErrorDetail[] = []
  if (!number.valid) faults.push({ location: 'number', message: 'Validation error' })
  if (!code.valid) faults.push({ location: 'securityCode', message: 'Validation error' })
  return faults
}

function fault(reason: string, message: string, details: ErrorDetail[] = []): { fault: MicroformFault } {
  return { fault: { reason, message, details } }
}
