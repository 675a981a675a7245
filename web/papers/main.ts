// The page through which a person sends the papers that were requested: /papers/<token>. It is small, and made for old phones on
// networks that are slow and cut.
import './papers.css'
import { brandMark, element } from '../ui/frame/dom.ts'
import { type FileItem, type Files, openFiles, type Paper } from './files.ts'
import { Refused } from './refusals.ts'
import { pauseOnline as pause, pauseAfter } from './send-file.ts'
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
const slot = () => element('section', { class: 'slot' })
/** The place of each paper, and that of files that name none. */
const slots = { IDENTITY: slot(), ADDRESS: slot(), FUNDS: slot(), OTHER: slot(), none: element('div') }
const summary = element('div', { role: 'status' })

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

function form(opened: Link): HTMLElement {
  const { institution, transfer, wanted, note, expires_at, most_files, most_bytes } = opened
  const texts = textsIn(language)
  return element(
    'section',
    { class: 'card' },
    element('h1', {}, texts.title),
    element('p', { class: 'lead' }, leadOf(opened)),
    transfer ? element('p', { class: 'hint' }, texts.askedBy(institution, transfer.partner)) : undefined,
    note ? element('p', { class: 'note', lang: opened.language }, note) : undefined,
    ...wanted.map((paper) => slots[paper]),
    slots.none,
    summary,
    element('p', { class: 'hint' }, texts.limits(most_files, Math.floor(most_bytes / 1_000_000))),
    element('p', { class: 'hint' }, texts.resumes),
    element('p', { class: 'hint' }, `${texts.until(dayIn(language, expires_at))} ${texts.sealed}`),
  )
}

/** The transfer that the person knows, so that they can tell the request from a fraud. */
function leadOf({ institution, transfer }: Link): string {
  const texts = textsIn(language)
  if (!transfer) return texts.leadWithout(institution)
  const day = dayIn(language, transfer.sent_at, 'medium')
  return texts.lead({ day, partner: transfer.partner, number: `••\u00a0${transfer.number_end}` })
}

function chooser(
  paper: Paper,
  name: 'photo' | 'file',
  kind: { [name: string]: string | boolean },
): HTMLElement {
  const texts = textsIn(language)
  const id = `${name}-${paper}`
  const input = element('input', { type: 'file', id, ...kind, change: () => take(input, paper) })
  const about = element('span', { class: 'visually-hidden' }, `${texts.colon} ${texts.wanted[paper]}`)
  return element('p', { class: `choose ${name}` }, input, element('label', { for: id }, texts[name], about))
}

function take(input: HTMLInputElement, paper: Paper): void {
  const chosen = [...(input.files ?? [])]
  // The same file can be chosen again.
  input.value = ''
  void files?.add(chosen, paper)
}

/** One place for each paper, with its own state and files; those of earlier pages, which name no paper, stand below. */
function drawFiles(): void {
  const items = files?.items ?? []
  const wanted = link?.wanted ?? []
  for (const paper of wanted) drawSlot(paper, filesOf(paper))
  const others = items.filter((item) => !wanted.some((paper) => item.papers.includes(paper)))
  const texts = textsIn(language)
  clear(slots.none)
  if (others.length > 0)
    slots.none.append(
      element('h2', {}, texts.otherFiles),
      element('ul', { class: 'files' }, ...others.map(row)),
    )
  drawSummary(items)
}

const filesOf = (paper: Paper) => (files?.items ?? []).filter((item) => item.papers.includes(paper))
const isReceived = (paper: Paper) => filesOf(paper).some(({ state }) => state === 'received')

/** A refused file no longer matters once another one for the same papers has arrived after it. */
function isReplaced(item: FileItem): boolean {
  const all = files?.items ?? []
  const later = all.slice(all.indexOf(item) + 1).filter(({ state }) => state === 'received')
  const { state, papers } = item
  const isFilled = (paper: Paper) => later.some((other) => other.papers.includes(paper))
  return state === 'refused' && papers.length > 0 && papers.every(isFilled)
}

/** The fields of a place stay as they are while a file is sent, so that the focus does. */
function drawSlot(paper: Paper, items: readonly FileItem[]): void {
  const texts = textsIn(language)
  const slot = slots[paper]
  const isDone = isReceived(paper)
  slot.className = `slot${isDone ? ' done' : ''}`
  if (slot.lang !== language) {
    slot.lang = language
    clear(slot)
    slot.append(
      element('h2', {}, texts.wanted[paper], ' ', element('span', { class: 'badge' })),
      element('ul', { class: 'files', 'aria-label': `${texts.files}${texts.colon} ${texts.wanted[paper]}` }),
      chooser(paper, 'photo', { accept: 'image/*', capture: 'environment' }),
      chooser(paper, 'file', { accept: 'image/*,application/pdf', multiple: true }),
    )
  }
  const [badge, list] = [slot.querySelector('.badge'), slot.querySelector('ul')]
  if (badge) badge.textContent = isDone ? texts.done : texts.missing
  if (!list) return
  clear(list)
  list.append(...items.filter((item) => !isReplaced(item)).map(row))
}

function clear(parent: Element): void {
  while (parent.firstChild) parent.removeChild(parent.firstChild)
}

/** Says how many papers are there and which are missing, once nothing is under way; and thanks only for all of them. */
function drawSummary(items: readonly FileItem[]): void {
  const texts = textsIn(language)
  const wanted = link?.wanted ?? []
  const isIdle = items.some(({ state }) => state === 'received') && items.every(isAtRest)
  const missing = wanted.filter((paper) => !isReceived(paper))
  // Files that name no paper may be any of them: the person is not asked again for what is there.
  const unnamed = items.filter((item) => item.state === 'received' && item.papers.length === 0).length
  const isComplete = isIdle && missing.length <= unnamed
  const faults = isIdle ? items.filter((item) => item.state === 'refused' && !isReplaced(item)) : []
  const lines = faults.map((item) => `${item.name}${texts.colon} ${stateText(item)}`)
  const [title = '', text = ''] = !isIdle
    ? []
    : lines.length > 0
      ? [texts.partly, texts.partlyText]
      : isComplete
        ? [texts.thanks, texts.thanksText]
        : [
            texts.progressOf(wanted.length - missing.length, wanted.length),
            texts.stillMissing(missing.map((paper) => texts.wanted[paper]).join(', ')),
          ]
  const said = [title, text, ...lines].join('\n')
  // Changed only when it differs, so that a screen reader says it once.
  if (summary.dataset.said === said) return
  summary.dataset.said = said
  clear(summary)
  if (!isIdle) return
  summary.append(element('h2', {}, title), element('p', {}, text))
  if (lines.length > 0) summary.append(element('ul', {}, ...lines.map((line) => element('li', {}, line))))
}

const isAtRest = ({ state }: FileItem) => state === 'received' || state === 'refused'

function stateText({
  state,
  fault,
}: Pick<FileItem, 'state'> & { fault?: FileItem['fault'] | undefined }): string {
  const texts = textsIn(language)
  return state === 'refused' ? texts.faults[fault ?? 'format'] : texts.states[state]
}

function row({ name, state, fault, sent, picture }: FileItem): HTMLElement {
  const texts = textsIn(language)
  const share = percentIn(language, sent)
  const isMoving = state === 'sending' || state === 'waiting'
  const text = stateText({ state, fault })
  return element(
    'li',
    { class: state },
    picture ? element('img', { src: picture, alt: '', width: '48', height: '48' }) : undefined,
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
  const needs = { token, service, maxBytes: link.most_bytes, pause, changed: drawFiles, ended: end }
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
