// The gateway's frames for card number and security code. The page sees whether they are filled and receives a token, never a digit.
import { CheckoutError } from './errors.ts'

export type FieldName = 'number' | 'securityCode'
export type Expiry = { month: string; year: string }

export type FieldChange = { field: FieldName; empty: boolean; valid: boolean; brand?: string }

export type FieldOptions = {
  containers: Record<FieldName, HTMLElement>
  labels: Record<FieldName, string>
  placeholders?: Partial<Record<FieldName, string>>
  styles?: object
}

export type FieldListeners = {
  changed(change: FieldChange): void
  focused(field: FieldName, isFocused: boolean): void
  submitted(): void
}

type GatewayField = {
  load(container: HTMLElement): void
  on(event: string, listener: (data: never) => void): void
  focus(): void
  dispose(): void
}
type TokenError = { reason?: string; details?: { location?: string }[] }
type Microform = {
  createField(name: FieldName, options: object): GatewayField
  createToken(options: object, done: (error: TokenError | null, token: string) => void): void
}
type Library = new (jwt: string) => { microform(type: 'card', options: object): Microform }

/** Fields of one capture context, which issue tokens for 900 seconds from `openedAt` (milliseconds since 1970). */
export type CardFields = {
  openedAt: number
  /** The names of fields that are empty or incorrect. */
  wrong(): FieldName[]
  isEmpty(): boolean
  focus(field: FieldName): void
  /** @throws CheckoutError */
  token(expiry: Expiry): Promise<string>
  /** Shows them in place of other fields, which may be typed into until then. */
  show(): void
  dispose(): void
}

const names: FieldName[] = ['number', 'securityCode']
const loadLimitMs = 30_000

/**
 * Loads fields for a capture context; they stay hidden until `show()`.
 * @throws CheckoutError `load_error`
 */
export async function loadFields(
  jwt: string,
  options: FieldOptions,
  listeners: FieldListeners,
): Promise<CardFields> {
  const openedAt = Date.now()
  const seen: Record<FieldName, FieldChange> = {
    number: blank('number'),
    securityCode: blank('securityCode'),
  }
  const Flex = await loadLibrary(jwt)
  const microform = new Flex(jwt).microform('card', { styles: options.styles ?? {} })
  const boxes = names.map((name) => hiddenBox(options.containers[name]))
  const fields = names.map((name) => createField(microform, name, options))
  for (const [i, name] of names.entries()) follow(fields[i]!, name, seen, listeners)
  const dispose = () => {
    for (const field of fields) field.dispose()
    for (const box of boxes) box.remove()
  }
  try {
    await inTime(Promise.all(fields.map((field, i) => loaded(field, boxes[i]!))))
  } catch {
    dispose()
    throw new CheckoutError('load_error')
  }
  return {
    openedAt,
    wrong: () => names.filter((name) => !seen[name].valid),
    isEmpty: () => names.every((name) => seen[name].empty),
    focus: (name) => fields[names.indexOf(name)]?.focus(),
    token: (expiry) => tokenOf(microform, expiry),
    show: () => {
      for (const box of boxes) Object.assign(box.style, { height: '100%', overflow: '', visibility: '' })
    },
    dispose,
  }
}

const blank = (field: FieldName): FieldChange => ({ field, empty: true, valid: false })

function hiddenBox(container: HTMLElement): HTMLElement {
  const box = document.createElement('div')
  Object.assign(box.style, { width: '100%', height: '0', overflow: 'hidden', visibility: 'hidden' })
  container.append(box)
  return box
}

function createField(microform: Microform, name: FieldName, options: FieldOptions): GatewayField {
  const label = options.labels[name]
  const placeholder = options.placeholders?.[name]
  return microform.createField(name, {
    title: label,
    'aria-label': label,
    'aria-required': true,
    ...(placeholder && { placeholder }),
  })
}

function follow(
  field: GatewayField,
  name: FieldName,
  seen: Record<FieldName, FieldChange>,
  listeners: FieldListeners,
): void {
  field.on('change', (data: { empty: boolean; valid: boolean; card?: { name: string }[] }) => {
    const brand = data.card?.length === 1 ? data.card[0]?.name : undefined
    seen[name] = { field: name, empty: data.empty, valid: data.valid, ...(brand && { brand }) }
    listeners.changed(seen[name])
  })
  field.on('focus', () => listeners.focused(name, true))
  field.on('blur', () => listeners.focused(name, false))
  field.on('inputSubmitRequest', () => listeners.submitted())
}

function loaded(field: GatewayField, box: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    field.on('load', () => resolve())
    field.on('error', reject)
    field.load(box)
  })
}

function tokenOf(microform: Microform, { month, year }: Expiry): Promise<string> {
  return new Promise((resolve, reject) => {
    microform.createToken({ expirationMonth: month, expirationYear: year }, (error, token) => {
      if (error) reject(tokenFault(error))
      else resolve(token)
    })
  })
}

function tokenFault({ reason = '', details = [] }: TokenError): CheckoutError {
  const places = details.map(({ location = '' }) => location)
  const wrong = names.filter((name) => places.some((place) => place.includes(name)))
  if (wrong.length > 0) return new CheckoutError('card_invalid', wrong)
  if (/CONTEXT|JWT|VALIDATION|CRYPTION/.test(reason)) return new CheckoutError('card_again')
  return new CheckoutError(/XHR/.test(reason) ? 'network' : 'unavailable')
}

/** The context names the library's address and hash; the browser refuses a script with another hash. */
async function loadLibrary(jwt: string): Promise<Library> {
  const { clientLibrary, clientLibraryIntegrity } = contentOf(jwt).ctx[0]!.data
  const library = () => (window as { Flex?: Library }).Flex
  const known = document.querySelector<HTMLScriptElement>('script[data-likuta]')
  if (library() && known?.src === clientLibrary) return library()!
  known?.remove()
  const script = document.createElement('script')
  Object.assign(script, { src: clientLibrary, integrity: clientLibraryIntegrity, crossOrigin: 'anonymous' })
  script.dataset.likuta = ''
  const arrived = new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = reject
  })
  document.head.append(script)
  try {
    await inTime(arrived)
    return library() as Library
  } catch {
    script.remove()
    throw new CheckoutError('load_error')
  }
}

type ContextContent = { ctx: { data: { clientLibrary: string; clientLibraryIntegrity: string } }[] }

function contentOf(jwt: string): ContextContent {
  const text = atob((jwt.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/'))
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0))))
}

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too slow')), loadLimitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
