// The page through which a person sends the papers that were requested: /papers/<token>. It is small, and made for old phones on
// networks that are slow and cut.
import './papers.css'
import { brandMark, element } from '../ui/frame/dom.ts'
import { type FileItem, type Files, openFiles } from './files.ts'
import { Refused } from './refusals.ts'
import { pauseAfter } from './send-file.ts'
import { type Link, openService } from './service.ts'
import {
  browserLanguage,
  dayIn,
  type Language,
  languageNames,
  languages,
  percentIn,
  textsIn,
} from './texts.ts'

const page = document.getElementById('page') as HTMLElement
const token = location.pathname.split('/').pop() ?? ''
const service = openService(token)

let language: Language = browserLanguage()
let isChosen = false
let view: 'opening' | 'offline' | 'ended' | 'open' = 'opening'
let link: Link | undefined
let files: Files | undefined
const list = element('ul', { class: 'files' })
const summary = element('div', { role: 'status' })

/** Ends when the time has passed, or when the network returns. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
  })
}

function draw(): void {
  const texts = textsIn(language)
  document.documentElement.lang = language
  document.title = `${texts.title} · Likuta`
  while (page.firstChild) page.removeChild(page.firstChild)
  page.append(topBar(), element('main', {}, content()))
  drawFiles()
}

function content(): HTMLElement {
  const texts = textsIn(language)
  if (view === 'open' && link) return form(link)
  if (view === 'ended') return card(texts.ended, texts.endedText)
  return element(
    'p',
    { class: 'opening', role: 'status' },
    view === 'offline' ? texts.offline : texts.opening,
  )
}

const card = (title: string, text: string) =>
  element('section', { class: 'card' }, element('h1', {}, title), element('p', { class: 'lead' }, text))

function topBar(): HTMLElement {
  const choices = languages.map((other) =>
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
    element('div', { role: 'group', 'aria-label': textsIn(language).languageSwitch }, ...choices),
  )
}

function choose(other: Language): void {
  language = other
  isChosen = true
  draw()
  page.querySelector<HTMLElement>(`button[lang=${other}]`)?.focus()
}

function form({ institution, wanted, note, expires_at, most_files, most_bytes }: Link): HTMLElement {
  const texts = textsIn(language)
  return element(
    'section',
    { class: 'card' },
    element('h1', {}, texts.title),
    element('p', { class: 'lead' }, texts.lead(institution)),
    element('ul', { class: 'wanted' }, ...wanted.map((kind) => element('li', {}, texts.wanted[kind]))),
    note ? element('p', { class: 'note', lang: link?.language }, note) : undefined,
    chooser('photo', texts.photo, { accept: 'image/*', capture: 'environment' }),
    chooser('file', texts.file, { accept: 'image/*,application/pdf', multiple: true }),
    element('p', { class: 'hint' }, texts.limits(most_files, Math.floor(most_bytes / 1_000_000))),
    element('h2', { id: 'files', hidden: true }, texts.files),
    list,
    summary,
    element('p', { class: 'hint' }, texts.resumes),
    element('p', { class: 'hint' }, `${texts.until(dayIn(language, expires_at))} ${texts.sealed}`),
  )
}

function chooser(name: string, label: string, kind: { [name: string]: string | boolean }): HTMLElement {
  const input = element('input', { type: 'file', id: name, ...kind, change: () => take(input) })
  return element('p', { class: `choose ${name}` }, input, element('label', { for: name }, label))
}

function take(input: HTMLInputElement): void {
  const chosen = [...(input.files ?? [])]
  // The same file can be chosen again.
  input.value = ''
  void files?.add(chosen)
}

function drawFiles(): void {
  const items = files?.items ?? []
  const texts = textsIn(language)
  list.setAttribute('aria-label', texts.files)
  while (list.firstChild) list.removeChild(list.firstChild)
  list.append(...items.map(row))
  const heading = document.getElementById('files')
  if (heading) heading.hidden = items.length === 0
  drawSummary(items)
}

/** Says so once nothing is under way: that all files were received, or which were refused and why. */
function drawSummary(items: readonly FileItem[]): void {
  const texts = textsIn(language)
  const isDone = items.some(({ state }) => state === 'received') && items.every(isAtRest)
  const refused = isDone ? items.filter(({ state }) => state === 'refused') : []
  const faults = refused.map((item) => `${item.name}${texts.colon} ${stateText(item)}`)
  const said = [isDone ? (faults.length > 0 ? texts.partly : texts.thanks) : '', ...faults].join('\n')
  // Changed only when it differs, so that a screen reader says it once.
  if (summary.dataset.said === said) return
  summary.dataset.said = said
  while (summary.firstChild) summary.removeChild(summary.firstChild)
  if (!isDone) return
  const [title, text] =
    faults.length > 0 ? [texts.partly, texts.partlyText] : [texts.thanks, texts.thanksText]
  summary.append(element('h2', {}, title), element('p', {}, text))
  if (faults.length > 0) summary.append(element('ul', {}, ...faults.map((fault) => element('li', {}, fault))))
}

const isAtRest = ({ state }: FileItem) => state === 'received' || state === 'refused'

function stateText({
  state,
  fault,
}: Pick<FileItem, 'state'> & { fault?: FileItem['fault'] | undefined }): string {
  const texts = textsIn(language)
  return state === 'refused' ? texts.faults[fault ?? 'format'] : texts.states[state]
}

function row({ name, state, fault, sent }: FileItem): HTMLElement {
  const texts = textsIn(language)
  const share = percentIn(language, sent)
  const isMoving = state === 'sending' || state === 'waiting'
  const text = stateText({ state, fault })
  return element(
    'li',
    { class: state },
    element('p', { class: 'name' }, name),
    element('p', { class: 'state' }, state === 'sending' ? `${text}, ${share}` : text),
    isMoving
      ? element('progress', { value: String(sent), max: '1', 'aria-label': texts.progress(name) }, share)
      : undefined,
  )
}

/** Opens the link, and tries again for as long as there is no network. */
async function open(): Promise<void> {
  for (let failures = 0; !link; ) {
    try {
      link = await service.link()
    } catch (error) {
      if (error instanceof Refused) return end()
      view = 'offline'
      draw()
      failures += 1
      await pause(pauseAfter(failures))
    }
  }
  if (!isChosen) language = link.language
  const needs = { token, service, mostBytes: link.most_bytes, pause, changed: drawFiles, ended: end }
  files = await openFiles(needs, link.files)
  view = 'open'
  draw()
}

function end(): void {
  view = 'ended'
  draw()
}

draw()
void open()
