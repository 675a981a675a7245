// What the page for mobile money shows: one panel at a time, a notice above it, and announcements for screen readers.
import type { Panel } from '../../../server/cards/phone-checkout/view.ts'

export const part = <Element extends HTMLElement>(id: string) => document.getElementById(id) as Element

const panels: Panel[] = ['choose', 'number-form', 'declined-panel', 'prompt', 'checking', 'moment']

export const panelShown = (): Panel | undefined => panels.find((id) => part(id)?.hidden === false)

/** Whether there are several ways to pay; without, the number is the only question. */
export const hasChoice = () => part('choose') !== null

/** Shows one panel and hides the others, which keep what was typed. Returns whether another one was shown before. */
export function showPanel(panel: Panel): boolean {
  const isNew = panelShown() !== panel
  for (const id of panels) {
    const element = part(id)
    if (element) element.hidden = id !== panel
  }
  const step = document.querySelector<HTMLElement>('.step')
  if (step) step.hidden = panel !== 'choose' && panel !== 'number-form'
  if (isNew) {
    const target = panel === 'choose' ? 'choose-title' : panel
    part(target).focus({ preventScroll: true })
    scrollTo(0, 0)
  }
  return isNew
}

export function say(text: string): void {
  part('announcer').textContent = text
}

export function showNotice(text: string): void {
  part('notice').textContent = text
}

export function showOffline(text: string): void {
  part('offline').textContent = text
}

export function showMoment(text: string): void {
  part('moment-words').textContent = text
  if (showPanel('moment')) say(text)
}
