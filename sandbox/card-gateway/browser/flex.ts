// Entry point of the library: `new Flex(captureContext).microform('card', { styles })`.
import { createMicroform } from './microform.ts'
import { fail } from './microform-error.ts'
import { type ContextClaims, decodeJson, type Styles } from './wire.ts'

class Flex {
  readonly #jwt: string
  readonly #origin: string

  constructor(captureContext: string) {
    this.#jwt = captureContext
    this.#origin = readContext(captureContext)
  }

  microform(typeOrOptions: string | { styles?: Styles } = {}, options: { styles?: Styles } = {}) {
    const sent = typeof typeOrOptions === 'string' ? options : typeOrOptions
    return createMicroform({ jwt: this.#jwt, origin: this.#origin, styles: sent.styles ?? {} })
  }
}

/** Returns the origin of the card frames. The frames verify the signature; only unusable contexts are refused here. */
function readContext(jwt: string): string {
  let claims: ContextClaims | null = null
  try {
    claims = decodeJson<ContextClaims>(jwt.split('.')[1] ?? '')
  } catch {
    fail('CAPTURE_CONTEXT_INVALID', 'The capture context is not a JWT')
  }
  const origin = claims?.ctx?.[0]?.data?.mfOrigin
  if (!claims || !origin) fail('CAPTURE_CONTEXT_INVALID', 'The capture context does not contain a microform')
  if (claims!.exp * 1000 < Date.now()) fail('CAPTURE_CONTEXT_EXPIRED', 'The capture context has expired')
  return origin!
}

Object.assign(globalThis, { Flex })
