// What the checkout page shows: one panel at a time, a notice above the card form, and announcements for screen readers.
import type { ScriptTexts } from '../../server/cards/checkout/texts.ts'
import { byId } from './card-fields.ts'

type Panel = 'card-form' | 'waiting' | 'elsewhere' | 'fields-failed' | 'over'

const panels: Panel[] = ['card-form', 'waiting', 'elsewhere', 'fields-failed', 'over']

/** Shows one panel and hides the others. A hidden card form stays in the page, so it keeps what was typed. */
export function showPanel(panel: Panel): void {
  for (const id of panels) byId(id).hidden = id !== panel
}

export function panelShown(panel: Panel): boolean {
  return !byId(panel).hidden
}

let longWaitTimer: ReturnType<typeof setTimeout>
let waitingText = ''

/** Shows the waiting panel. A repeated call with the same text does not restart the timer of the "longer" message. */
export function showWaiting(text: string, texts: ScriptTexts): void {
  const fresh = !panelShown('waiting')
  showPanel('waiting')
  if (!fresh && text === waitingText) return
  waitingText = text
  updateWaiting(text, texts.doNotClose)
  showStatus(text)
  markSteps([texts.sending, texts.asking, texts.confirming].indexOf(text))
  clearTimeout(longWaitTimer)
  longWaitTimer = setTimeout(() => showLongWait(text, texts), 12_000)
  if (fresh) byId('waiting').focus({ preventScroll: true })
}

/**
 * The style sheet reveals the steps after four seconds.
 * @param current the position of the step in progress; -1 for a wait that is no part of a payment
 */
function markSteps(current: number): void {
  const steps = byId('steps')
  for (const [position, step] of [...steps.children].entries()) {
    step.classList.toggle('done', position < current)
    step.ariaCurrent = position === current ? 'step' : null
  }
  steps.hidden = current < 0
}

function showLongWait(text: string, texts: ScriptTexts): void {
  if (!panelShown('waiting')) return
  if (text === texts.confirming) showUnknown(texts, null)
  else {
    const more = `${texts.slow} ${texts.doNotClose}`
    updateWaiting(text, more)
    showStatus(`${text} ${more}`)
  }
}

/**
 * Shows that the outcome is still unknown, and that the customer need not wait for it here.
 * @param backUrl the merchant's page, if there is one
 */
export function showUnknown(texts: ScriptTexts, backUrl: string | null): void {
  const { confirmingTitle: title, confirmingText: more } = texts
  const fresh = !panelShown('waiting') || byId('waiting-words').textContent !== title
  showPanel('waiting')
  clearTimeout(longWaitTimer)
  waitingText = texts.confirming
  updateWaiting(title, more)
  // Confirming is the last step.
  markSteps(byId('steps').childElementCount - 1)
  const back = byId<HTMLAnchorElement>('waiting-back')
  if (backUrl && /^https?:/.test(backUrl)) back.href = backUrl
  back.hidden = !back.href
  if (fresh) showStatus(`${title} ${more}`)
}

function updateWaiting(text: string, more: string): void {
  byId('waiting-words').textContent = text
  byId('waiting-more').textContent = more
  byId('waiting-back').hidden = true
}

export function showNotice(text: string): void {
  byId('notice').textContent = text
}

export function showOffline(text: string): void {
  byId('offline').textContent = text
}

/** Announces a text to screen readers, inside the dialog while it is open: they ignore what is outside. */
export function showStatus(text: string): void {
  const inDialog = byId<HTMLDialogElement>('challenge').open
  byId(inDialog ? 'challenge-announcer' : 'announcer').textContent = text
}

export function showTimeLeft(text: string): void {
  for (const link of document.querySelectorAll('.countdown')) link.textContent = text
}

export function showFault(field: 'number' | 'expiry' | 'code', text: string): void {
  byId(`${field}-error`).textContent = text
  const box = byId(`${field}-box`)
  box.classList.toggle('wrong', text !== '')
  box.classList.remove('refused')
  if (box.role) box.ariaInvalid = String(text !== '')
}

/** Opens a modal dialog that Escape does not close, so that nobody leaves the challenge by accident. */
export function openDialog(): void {
  const dialog = byId<HTMLDialogElement>('challenge')
  if (dialog.open) return
  dialog.oncancel = (event) => event.preventDefault()
  dialog.onclose = () => dialog.dataset.shown === 'yes' && dialog.showModal()
  dialog.dataset.shown = 'yes'
  dialog.showModal()
  byId('challenge-title').focus()
}

export function closeDialog(): void {
  const dialog = byId<HTMLDialogElement>('challenge')
  dialog.dataset.shown = 'no'
  if (dialog.open) dialog.close()
  byId('challenge-lost').hidden = true
  byId('challenge-frame').replaceChildren()
}

export function watchCopies(copied: string): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.onclick = () =>
      void navigator.clipboard?.writeText(button.dataset.copy!).then(() => {
        for (const other of document.querySelectorAll('.copied')) other.classList.remove('copied')
        button.classList.add('copied')
        showStatus(copied)
      })
  }
}
