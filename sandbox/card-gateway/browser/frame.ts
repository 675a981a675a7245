// Runs inside a card frame. It serves a page only when the context is genuine and names that page's origin.
import { brandOf } from '../cards/brands.ts'
import { caretAfter, digitsOf, grouped, numberLimit, type Reading, readCode, readNumber } from './input.ts'
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
  type FieldOptions,
  type Report,
} from './wire.ts'

type Look = { sheet: CSSStyleSheet; apply(styles: Record<string, Record<string, string>>): void }

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
    const answer = await fetch(`/flex/v2/public-keys/${encodeURIComponent(kid)}`)
    if (alg !== 'RS256' || !answer.ok) return null
    const { kty, n, e } = await answer.json()
    const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('jwk', { kty, n, e }, algorithm, false, ['verify'])
    const signed = new TextEncoder().encode(`${header}.${payload}`)
    const isGenuine = await crypto.subtle.verify(algorithm, key, decodePart(signature), signed)
    return isGenuine ? decodeJson<ContextClaims>(payload) : null
  } catch {
    return null
  }
}

function runField(connect: Connect, claims: ContextClaims, port: MessagePort): void {
  const isNumber = connect.fieldType === 'number'
  const networks = claims.ctx[0]?.data.allowedCardNetworks ?? []
  const look: Look = createStyleSheet()
  const input = document.createElement('input')
  const peers: Peers = new BroadcastChannel(connect.microformId)
  let options = connect.options
  let codeLength: number | null = null
  let lastKeyWasBack = false
  const report = (message: Report) => port.postMessage(message)
  const emit = (event: FieldEvent, data: Record<string, unknown> = {}) => report({ event, data })

  const digits = () => digitsOf(input.value, isNumber ? longest() : codeLimit())
  const longest = () => numberLimit(digitsOf(input.value, input.value.length))
  const codeLimit = () => options.maxLength ?? codeLength ?? 4
  const reading = (): Reading =>
    isNumber ? readNumber(digits(), networks) : readCode(digits(), options.maxLength ?? codeLength)

  const tellChange = () => {
    const now = reading()
    input.classList.toggle('valid', now.valid)
    input.classList.toggle('invalid', !now.couldBeValid)
    input.setAttribute('aria-invalid', String(!now.couldBeValid))
    emit('change', { ...now })
    if (isNumber)
      peers.postMessage({ kind: 'codeLength', length: brandOf(digits())?.securityCode.length ?? null })
  }
  const rewrite = () => {
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0), 19).length
    const text = isNumber && options.autoformat !== false ? grouped(digits()) : digits()
    if (text === input.value) return
    input.value = text
    const caret = caretAfter(text, before)
    if (document.activeElement === input) input.setSelectionRange(caret, caret)
  }
  const makeToken = createTokenMaker({ jwt: connect.jwt, claims, peers, digits, reading })

  port.onmessage = ({ data }: MessageEvent<Command>) => {
    if (data.command === 'focus') input.focus()
    if (data.command === 'clear') {
      input.value = ''
      tellChange()
    }
    if (data.command === 'update') {
      options = data.options
      dress(input, options, isNumber)
      if (options.styles) look.apply(options.styles)
      emit('update')
    }
    if (data.command === 'createToken') {
      const { call } = data
      void makeToken(data.options, data.hasSecurityCode).then((answer) => report({ call, ...answer }))
    }
  }
  peers.addEventListener('message', ({ data }) => {
    if (isNumber) {
      if (data.kind === 'codeLengthWanted') {
        peers.postMessage({ kind: 'codeLength', length: brandOf(digits())?.securityCode.length ?? null })
      }
      return
    }
    if (data.kind === 'codeWanted')
      peers.postMessage({ kind: 'code', call: data.call, value: digits(), ...reading() })
    if (data.kind === 'codeLength' && data.length !== codeLength) {
      codeLength = data.length
      if (input.value !== '') {
        rewrite()
        tellChange()
      }
    }
  })

  input.addEventListener('input', (event) => {
    rewrite()
    // Browsers fill in saved cards without an input type.
    if (!(event as InputEvent).inputType) emit('autocomplete', {})
    tellChange()
  })
  input.addEventListener('focus', () => emit('focus'))
  input.addEventListener('blur', () => {
    const now = reading()
    input.classList.toggle('invalid', !now.valid && !now.empty)
    emit('blur', { focusShift: lastKeyWasBack ? 'previous' : 'next' })
  })
  input.addEventListener('keydown', (event) => {
    lastKeyWasBack = event.key === 'Tab' && event.shiftKey
    if (event.key === 'Enter') emit('inputSubmitRequest')
  })

  dress(input, options, isNumber)
  look.apply(connect.styles)
  document.adoptedStyleSheets = [look.sheet]
  document.body.replaceChildren(input)
  if (!isNumber) peers.postMessage({ kind: 'codeLengthWanted' })
  emit('load')
}

function dress(input: HTMLInputElement, options: FieldOptions, isNumber: boolean): void {
  const label = options['aria-label'] ?? options.title ?? (isNumber ? 'Card number' : 'Security code')
  const attributes: Record<string, string | null> = {
    type: 'text',
    inputmode: 'numeric',
    autocomplete: isNumber ? 'cc-number' : 'cc-csc',
    autocorrect: 'off',
    spellcheck: 'false',
    name: isNumber ? 'cardnumber' : 'cvc',
    placeholder: options.placeholder ?? null,
    title: options.title ?? null,
    'aria-label': label,
    'aria-description': options.description ?? null,
    'aria-required': options['aria-required'] === undefined ? null : String(options['aria-required']),
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) input.removeAttribute(name)
    else input.setAttribute(name, value)
  }
  input.disabled = options.disabled === true
}
