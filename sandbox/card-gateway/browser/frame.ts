// Runs inside a card frame. It works only when the capture context is authentic and names the origin of the page.
import { type CardInput, createCardInput } from './card-input.ts'
import { createStyleSheet } from './styles.ts'
import { createTokenMaker, type Peers } from './token.ts'
import {
  type Command,
  type Connect,
  type ContextClaims,
  connectKind,
  decodeJson,
  decodePart,
  type FieldEvent,
  type Report,
} from './wire.ts'

type PublicKey = { kty: string; n: string; e: string; kid?: string }
type Appearance = { sheet: CSSStyleSheet; apply(styles: Record<string, Record<string, string>>): void }

addEventListener('message', async (message: MessageEvent<Connect>) => {
  const port = message.ports[0]
  if (message.source !== parent || message.data?.kind !== connectKind || !port) return
  const report = (event: FieldEvent, data: Record<string, unknown>) => port.postMessage({ event, data })
  if (!globalThis.crypto?.subtle) {
    report('error', { reason: 'BROWSER_ENCRYPTION_FAILED', message: 'This page is not a secure context' })
    return
  }
  const claims = await verifiedClaims(message.data.jwt)
  const origins = claims?.ctx[0]?.data.targetOrigins ?? []
  const ancestors = [message.origin, ...Array.from(location.ancestorOrigins ?? [])]
  if (!claims || !ancestors.every((origin) => origins.includes(origin))) {
    const reason = claims ? 'IFRAME_JWT_VALIDATION_FAILED' : 'CAPTURE_CONTEXT_INVALID'
    report('error', { reason, message: 'The capture context does not allow this page' })
    return
  }
  runField(message.data, claims, port)
})

async function verifiedClaims(jwt: string): Promise<ContextClaims | null> {
  try {
    const [header = '', payload = '', signature = ''] = jwt.split('.')
    const { kid, alg } = decodeJson<{ kid: string; alg: string }>(header)
    const found = alg === 'RS256' ? await publicKey(kid) : null
    if (!found) return null
    const { kty, n, e } = found
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('jwk', { kty, n, e }, algorithm, false, ['verify'])
    const signed = new TextEncoder().encode(`${header}.${payload}`)
    const isGenuine = await crypto.subtle.verify(algorithm, key, decodePart(signature), signed)
    return isGenuine ? decodeJson<ContextClaims>(payload) : null
  } catch {
    return null
  }
}

/** The page contains the key, so that a field needs no further request. A page in the cache may have an earlier one. */
async function publicKey(kid: string): Promise<PublicKey | null> {
  const known = JSON.parse(document.getElementById('key')?.textContent ?? '{}') as PublicKey
  if (known.kid === kid) return known
  const response = await fetch(`/flex/v2/public-keys/${encodeURIComponent(kid)}`)
  return response.ok ? await response.json() : null
}

function runField(connect: Connect, claims: ContextClaims, port: MessagePort): void {
  const style: Appearance = createStyleSheet()
  const peers: Peers = new BroadcastChannel(connect.microformId)
  const report = (message: Report) => port.postMessage(message)
  const emit = (event: FieldEvent, data: Record<string, unknown> = {}) => report({ event, data })
  const isNumber = connect.fieldType === 'number'
  const networks = claims.ctx[0]?.data.allowedCardNetworks ?? []
  const field = createCardInput({ isNumber, networks, options: connect.options }, { peers, emit })
  const { element, digits, reading } = field
  const makeToken = createTokenMaker({ jwt: connect.jwt, claims, peers, digits, reading })

  port.onmessage = ({ data }: MessageEvent<Command>) => {
    if (data.command === 'focus') element.focus()
    if (data.command === 'clear') field.clear()
    if (data.command === 'update') {
      field.setOptions(data.options)
      if (data.options.styles) style.apply(data.options.styles)
      emit('update')
    }
    if (data.command === 'createToken') {
      const { call } = data
      void makeToken(data.options, data.hasSecurityCode).then((outcome) => report({ call, ...outcome }))
    }
  }
  peers.addEventListener('message', ({ data }) => {
    if (isNumber) {
      if (data.kind === 'codeLengthWanted') field.publishCodeLength()
      return
    }
    if (data.kind === 'codeWanted')
      peers.postMessage({ kind: 'code', call: data.call, value: digits(), ...reading() })
    if (data.kind === 'codeLength') field.setCodeLength(data.length)
  })
  listenToTyping(field, emit)

  style.apply(connect.styles)
  document.adoptedStyleSheets = [style.sheet]
  document.body.replaceChildren(element)
  if (!isNumber) peers.postMessage({ kind: 'codeLengthWanted' })
  emit('load')
}

function listenToTyping(
  { element, rewrite, reportChange, reading }: CardInput,
  emit: (event: FieldEvent, data?: Record<string, unknown>) => void,
): void {
  let lastKeyWasBack = false
  element.addEventListener('input', (event) => {
    rewrite()
    // Browsers fill in saved cards with an input event that has no inputType.
    if (!(event as InputEvent).inputType) emit('autocomplete', {})
    reportChange()
  })
  element.addEventListener('focus', () => emit('focus'))
  element.addEventListener('blur', () => {
    const now = reading()
    element.classList.toggle('invalid', !now.valid && !now.empty)
    emit('blur', { focusShift: lastKeyWasBack ? 'previous' : 'next' })
  })
  element.addEventListener('keydown', (event) => {
    lastKeyWasBack = event.key === 'Tab' && event.shiftKey
    if (event.key === 'Enter') emit('inputSubmitRequest')
  })
}
