// What is on the screen: one panel at a time, a notice above the card, and a voice for screen readers.
import type { ScriptTexts } from '../../server/cards/checkout-texts.ts'
import { byId } from './card-fields.ts'

type Panel = 'card-form' | 'waiting' | 'elsewhere' | 'fields-failed'

const panels: Panel[] = ['card-form', 'waiting', 'elsewhere', 'fields-failed']

/** Shows one panel. The card form stays in the page when hidden, so that what was typed is still there. */
export function showPanel(panel: Panel): void {
  for (const id of panels) byId(id).hidden = id !== panel
}

export function panelShown(panel: Panel): boolean {
  return !byId(panel).hidden
}

let patience: ReturnType<typeof setTimeout>

export function showWaiting(words: string, texts: ScriptTexts): void {
  const fresh = !panelShown('waiting')
  showPanel('waiting')
  byId('waiting-words').textContent = words
  byId('waiting-more').textContent = texts.doNotClose
  say(words)
  clearTimeout(patience)
  patience = setTimeout(() => {
    byId('waiting-more').textContent = `${texts.slow} ${texts.doNotClose}`
  }, 12_000)
  if (fresh) byId('waiting').focus({ preventScroll: true })
}

export function showNotice(words: string): void {
  byId('notice').textContent = words
}

export function showOffline(words: string): void {
  byId('offline').textContent = words
}

export function say(words: string): void {
  byId('announcer').textContent = words
}

export function showFault(field: 'number' | 'expiry' | 'code', words: string): void {
  byId(`${field}-error`).textContent = words
  byId(`${field}-box`).classList.toggle('wrong', words !== '')
}

export function setBusy(busy: boolean): void {
  const pay = byId<HTMLButtonElement>('pay')
  pay.classList.toggle('busy', busy)
  pay.setAttribute('aria-busy', String(busy))
}

/** A modal dialog that the escape key does not close: leaving a bank's check is a decision, not a slip. */
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
  byId('challenge-frame').replaceChildren()
}

export function watchCopies(copied: string): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    button.onclick = () =>
      void navigator.clipboard?.writeText(button.dataset.copy!).then(() => {
        for (const other of document.querySelectorAll('.copied')) other.classList.remove('copied')
        button.classList.add('copied')
        say(copied)
      })
  }
}
