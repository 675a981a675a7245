// Messages between the embedding page and a card frame, over one MessagePort per frame.
import type { MicroformFault } from './microform-error.ts'

/** The page of a card field. The library adds the version of its content, so that browsers fetch it once. */
export const framePath = '/gateway/microform/v2/field.html'
/** Replaced by a hash of the page's content when the library is built. */
export const frameVersion = 'built-into-the-library'
export const connectKind = 'sandbox-microform-connect'

export type FieldType = 'number' | 'securityCode'

export type Styles = Record<string, Record<string, string>>

export type FieldOptions = {
  placeholder?: string
  title?: string
  description?: string
  disabled?: boolean
  autoformat?: boolean
  maxLength?: number
  styles?: Styles
  'aria-label'?: string
  'aria-required'?: boolean
}

/** The page's first message, which transfers the frame's end of the channel. */
export type Connect = {
  kind: typeof connectKind
  jwt: string
  microformId: string
  fieldType: FieldType
  styles: Styles
  options: FieldOptions
}

export type TokenOptions = { expirationMonth: string; expirationYear: string; type?: string }

export type Command =
  | { command: 'update'; options: FieldOptions }
  | { command: 'clear' }
  | { command: 'focus' }
  | { command: 'createToken'; call: string; options: TokenOptions; hasSecurityCode: boolean }

export type FieldEvent =
  | 'autocomplete'
  | 'blur'
  | 'change'
  | 'error'
  | 'focus'
  | 'inputSubmitRequest'
  | 'load'
  | 'unload'
  | 'update'

export type Report =
  | { event: FieldEvent; data: Record<string, unknown> }
  | { call: string; token: string }
  | { call: string; fault: MicroformFault }

export type ContextClaims = {
  exp: number
  flx: { origin: string; path: string; jwk: JsonWebKey & { kid: string } }
  ctx: {
    type: string
    data: { targetOrigins: string[]; allowedCardNetworks: string[]; mfOrigin: string }
  }[]
}

export function decodePart(part: string): Uint8Array<ArrayBuffer> {
  const text = atob(part.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

export function decodeJson<T>(part: string): T {
  return JSON.parse(new TextDecoder().decode(decodePart(part))) as T
}
