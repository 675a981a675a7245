// The page that verifies receipts: opened by a receipt's QR code (the token is in the fragment), or with a code typed by hand.
import './verify.css'
import { canScan } from '../ui/forms/camera.ts'
import { brandMark, element } from '../ui/frame/dom.ts'
import { hasKeys, refreshKeys } from './keys.ts'
import { prepareOffline } from './offline.ts'
import { scan } from './scan.ts'
import { openShop } from './shop/shop.ts'
import { shopTexts } from './shop/shop-texts.ts'
import { firstLanguage, type Language, languageNames, rememberLanguage, textsIn } from './texts.ts'
import { type Input, inputOf } from './token.ts'
import { verdictView } from './verdict-view.ts'
import { type Verdict, verify } from './verify.ts'

let language: Language = firstLanguage()
/** What is being verified, and how far that is; undefined while the page asks for a receipt. */
let shown: { input: Exclude<Input, 'empty'>; verdict?: Verdict } | undefined
let fault = ''
/** What was typed last, kept while it may need a correction. */
let typed = ''
let scans = false
let isReady = false
let install: (() => void) | undefined
/** Shop mode, which keeps the page to itself while it is open. */
let isShop = new URLSearchParams(location.search).has('shop')

const page = document.getElementById('page') as HTMLElement

function draw({ focus }: { focus?: 'verdict' | 'input' } = {}): void {
  if (isShop) return
  const texts = textsIn(language)
  document.documentElement.lang = language
  document.title = `${texts.title} · Likuta`
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/verify/${language}.webmanifest`)
  page.replaceChildren(
    topBar(),
    element(
      'main',
      { 'aria-busy': shown && !shown.verdict ? 'true' : 'false' },
      shown ? resultView() : askView(),
    ),
  )
  if (focus === 'verdict') page.querySelector('h1')?.focus()
  if (focus === 'input') page.querySelector('input')?.focus()
}

function enterShop(): void {
  isShop = true
  shown = undefined
  history.replaceState(null, '', `${location.pathname}?shop`)
  document.documentElement.lang = language
  document.title = `${shopTexts(language).title} · Likuta`
  page.replaceChildren(element('main', {}, openShop({ language, leave: leaveShop })))
  page.querySelector('h1')?.focus()
}

function leaveShop(): void {
  isShop = false
  askForAnother()
}

function topBar(): HTMLElement {
  const { languageSwitch } = textsIn(language)
  const choices = (['fr', 'en'] as const).map((other) =>
    element(
      'button',
      { type: 'button', lang: other, 'aria-pressed': String(other === language), click: () => choose(other) },
      languageNames[other],
    ),
  )
  return element(
    'header',
    { class: 'bar' },
    element('p', {}, brandMark(), 'Likuta'),
    element('div', { role: 'group', 'aria-label': languageSwitch }, ...choices),
  )
}

function choose(other: Language): void {
  language = other
  rememberLanguage(other)
  fault = fault && textsIn(language).emptyInput
  draw()
  page.querySelector<HTMLElement>(`button[lang=${other}]`)?.focus()
}

function resultView(): HTMLElement {
  const texts = textsIn(language)
  const verdict = shown?.verdict
  const askAgain = () => shown && check(shown.input)
  const another = element('button', { type: 'button', class: 'main', click: askForAnother }, texts.another)
  if (!verdict) return element('p', { class: 'checking', role: 'status' }, texts.checking)
  const view = verdictView(verdict, { language, texts, askAgain })
  // The code is most often a slip, so it is there to be corrected, also where it came in the address.
  if (verdict.kind === 'code_unknown' || verdict.kind === 'no_code')
    return element('div', {}, view, askView('h2'))
  return element('div', {}, view, another)
}

function askView(heading: 'h1' | 'h2' = 'h1'): HTMLElement {
  const texts = textsIn(language)
  const input = element('input', {
    id: 'receipt',
    name: 'receipt',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    enterkeyhint: 'go',
    value: typed,
    input: () => capitalise(input),
    'aria-describedby': fault ? 'fault' : 'hint',
    'aria-invalid': fault ? 'true' : undefined,
  })
  const submit = (event: Event) => {
    event.preventDefault()
    typed = input.value
    history.replaceState(null, '', location.pathname)
    read(typed)
  }
  return element(
    'section',
    { class: 'ask' },
    element(heading, { tabindex: '-1' }, texts.title),
    element('p', { class: 'lead' }, scans ? texts.lead : texts.leadWithoutScan),
    scans ? element('button', { type: 'button', class: 'main', click: startScan }, texts.scan) : undefined,
    element(
      'form',
      { submit, novalidate: true },
      element('label', { for: 'receipt' }, texts.label),
      input,
      fault ? element('p', { id: 'fault', role: 'alert' }, fault) : element('p', { id: 'hint' }, texts.hint),
      element('button', { class: scans ? 'second' : 'main' }, texts.verify),
    ),
    heading === 'h1'
      ? element('button', { type: 'button', class: 'quiet', click: enterShop }, shopTexts(language).open)
      : undefined,
    isReady ? element('p', { class: 'ready' }, texts.ready) : undefined,
    install
      ? element('button', { type: 'button', class: 'quiet', click: install }, texts.install)
      : undefined,
  )
}

/** Codes have capitals only. Links are longer, and left as they are. */
function capitalise(input: HTMLInputElement): void {
  const { value, selectionStart } = input
  if (!/^[a-z0-9 -]{1,11}$/i.test(value) || value === value.toUpperCase()) return
  input.value = value.toUpperCase()
  input.setSelectionRange(selectionStart, selectionStart)
}

async function startScan(): Promise<void> {
  const texts = textsIn(language)
  const found = await scan(texts)
  if (found === undefined) return
  if (found !== 'no_camera') return read(found)
  fault = texts.noCamera
  draw()
}

function read(text: string): void {
  const input = inputOf(text)
  if (input === 'empty') {
    fault = textsIn(language).emptyInput
    draw({ focus: 'input' })
  } else void check(input)
}

async function check(input: Exclude<Input, 'empty'>): Promise<void> {
  fault = ''
  const mine = { input } as NonNullable<typeof shown>
  shown = mine
  draw()
  const show = (verdict: Verdict) => {
    // The person may have moved on to another receipt meanwhile.
    if (shown !== mine) return
    const isFirst = mine.verdict === undefined
    mine.verdict = verdict
    if (verdict.kind === 'code_unknown' && typeof input === 'object' && 'code' in input) typed = input.code
    draw(isFirst ? { focus: 'verdict' } : {})
  }
  show(await verify(input, show))
}

function askForAnother(): void {
  typed = ''
  shown = undefined
  history.replaceState(null, '', location.pathname)
  draw({ focus: 'input' })
}

/** Verifies what the address names, if anything. */
function readAddress(): void {
  if (isShop) return
  if (location.hash.length > 1) read(unescaped(location.hash.slice(1)))
  else draw()
}

/** An address whose escapes are broken is judged as it is, and never leaves the verdict of another receipt on the page. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function prepare(): Promise<void> {
  scans = await canScan()
  if (scans && !shown) draw()
  await refreshKeys()
  isReady = (await prepareOffline()) && (await hasKeys())
  if (isReady && !shown && !page.querySelector('input')?.value) draw()
}

addEventListener('hashchange', readAddress)
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  install = () => (event as Event & { prompt(): Promise<unknown> }).prompt()
  if (!shown && !page.querySelector('input')?.value) draw()
})
// A receipt that was verified without a network is asked about as soon as there is one.
addEventListener('online', () => {
  const { input, verdict } = shown ?? {}
  const wasOffline =
    (verdict?.kind === 'genuine' && verdict.today === 'offline') ||
    verdict?.kind === 'no_key' ||
    verdict?.kind === 'code_offline'
  if (input && wasOffline) void check(input)
})
if (isShop) enterShop()
else readAddress()
void prepare()
