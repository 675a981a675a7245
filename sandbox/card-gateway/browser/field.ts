// One card field of a page: a frame on the gateway's origin inside a container of the page.
import { fail, type MicroformFault } from './microform-error.ts'
import {
  type Command,
  connectKind,
  type FieldEvent,
  type FieldOptions,
  type FieldType,
  framePath,
  frameVersion,
  type Report,
  type Styles,
  type TokenOptions,
} from './wire.ts'

export type Listener = (data: Record<string, unknown>) => void

export type Field = ReturnType<typeof createField>

type FieldNeeds = {
  jwt: string
  origin: string
  microformId: string
  fieldType: FieldType
  styles: Styles
  options: FieldOptions
  onDispose: () => void
}

type TokenWish = { options: TokenOptions; hasSecurityCode: boolean }
type Calls = Map<string, (response: { token: string } | { fault: MicroformFault }) => void>

const fieldEvents: FieldEvent[] = [
  'autocomplete',
  'blur',
  'change',
  'error',
  'focus',
  'inputSubmitRequest',
  'load',
  'unload',
  'update',
]

const containerClass = 'flex-microform'

/** The page's side of the channel to a field's frame: commands are sent, events and tokens received. */
function openChannel(needs: FieldNeeds, emit: (event: FieldEvent, data: Record<string, unknown>) => void) {
  const calls: Calls = new Map()
  let port: MessagePort | null = null
  const receive = (report: Report) => {
    if ('event' in report) emit(report.event, report.data)
    else {
      calls.get(report.call)?.(report)
      calls.delete(report.call)
    }
  }
  const send = (command: Command) => port?.postMessage(command)
  return {
    connect(frame: HTMLIFrameElement | null, options: FieldOptions) {
      const channel = new MessageChannel()
      port = channel.port1
      port.onmessage = ({ data }) => receive(data as Report)
      const { jwt, microformId, fieldType, styles } = needs
      const message = { kind: connectKind, jwt, microformId, fieldType, styles, options }
      frame?.contentWindow?.postMessage(message, needs.origin, [channel.port2])
    },
    send,
    requestToken: (wish: TokenWish) =>
      new Promise<{ token: string } | { fault: MicroformFault }>((resolve) => {
        const call = crypto.randomUUID()
        calls.set(call, resolve)
        send({ command: 'createToken', call, ...wish })
      }),
    close() {
      port?.close()
      port = null
    },
  }
}

export function createField(needs: FieldNeeds) {
  const listeners = new Map<FieldEvent, Set<Listener>>()
  let options = needs.options
  let container: HTMLElement | null = null
  let frame: HTMLIFrameElement | null = null
  let isReady = false

  const emit = (event: FieldEvent, data: Record<string, unknown>) => {
    if (container) markContainer(container, event, data, options.disabled === true)
    if (event === 'load') isReady = true
    for (const listener of listeners.get(event) ?? []) listener(data)
  }
  const channel = openChannel(needs, emit)
  const { send } = channel

  const field = {
    load(target: string | HTMLElement) {
      if (frame) fail('FIELD_ALREADY_LOADED', 'This field is already loaded')
      container = containerFor(target)
      container.classList.add(containerClass)
      container.classList.toggle(`${containerClass}-disabled`, options.disabled === true)
      frame = createFrame(needs.origin, needs.fieldType, options)
      frame.addEventListener('load', () => channel.connect(frame, options), { once: true })
      container.replaceChildren(frame)
    },
    unload() {
      if (!frame) fail('FIELD_UNLOAD_ERROR', 'This field is not loaded')
      channel.close()
      frame?.remove()
      if (container) unmarkContainer(container)
      frame = container = null
      isReady = false
      emit('unload', {})
    },
    on(event: FieldEvent, listener: Listener) {
      checkSubscription(event, listener)
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off(event: FieldEvent, listener: Listener) {
      checkSubscription(event, listener)
      listeners.get(event)?.delete(listener)
    },
    update(changes: FieldOptions) {
      options = { ...options, ...changes }
      container?.classList.toggle(`${containerClass}-disabled`, options.disabled === true)
      send({ command: 'update', options })
    },
    clear: () => send({ command: 'clear' }),
    focus() {
      frame?.focus()
      send({ command: 'focus' })
    },
    dispose() {
      if (frame) field.unload()
      listeners.clear()
      needs.onDispose()
    },
  }
  return { field, internal: { isReady: () => isReady, requestToken: channel.requestToken } }
}

function createFrame(origin: string, fieldType: FieldType, options: FieldOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.src = `${origin}${framePath}?v=${frameVersion}`
  frame.title = options.title ?? (fieldType === 'number' ? 'Secure card number' : 'Secure security code')
  frame.setAttribute('scrolling', 'no')
  frame.referrerPolicy = 'origin'
  const style = { border: '0', width: '100%', height: '100%', display: 'block', background: 'transparent' }
  for (const [name, value] of Object.entries(style)) frame.style.setProperty(name, value)
  // Unless both sides have the same colour scheme, a dark page would show the frame with a white background.
  frame.style.setProperty('color-scheme', 'normal')
  return frame
}

function containerFor(target: string | HTMLElement): HTMLElement {
  if (typeof target !== 'string') {
    return target instanceof HTMLElement
      ? target
      : fail('FIELD_LOAD_INVALID_CONTAINER', 'The container is not an element')
  }
  const found = document.querySelector(target)
  return found instanceof HTMLElement
    ? found
    : fail('FIELD_LOAD_CONTAINER_SELECTOR', 'The selector matches no element of this page')
}

function checkSubscription(event: FieldEvent, listener: Listener): void {
  if (!fieldEvents.includes(event)) fail('FIELD_SUBSCRIBE_UNSUPPORTED_EVENT', `There is no event ${event}`)
  if (typeof listener !== 'function')
    fail('FIELD_SUBSCRIBE_INVALID_CALLBACK', 'The callback is not a function')
}

function unmarkContainer({ classList }: HTMLElement): void {
  for (const name of [...classList]) if (name.startsWith(containerClass)) classList.remove(name)
}

function markContainer(
  container: HTMLElement,
  event: FieldEvent,
  data: Record<string, unknown>,
  isDisabled: boolean,
): void {
  const mark = (name: string, on: boolean) => container.classList.toggle(`${containerClass}-${name}`, on)
  if (event === 'focus') mark('focused', true)
  if (event === 'blur') mark('focused', false)
  if (event === 'autocomplete') mark('autocomplete', true)
  if (event === 'update') mark('disabled', isDisabled)
  if (event === 'change') {
    mark('valid', data.valid === true)
    mark('invalid', data.couldBeValid === false)
    if (data.empty === true) mark('autocomplete', false)
  }
}
