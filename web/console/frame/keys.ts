// Keyboard shortcuts for working through a queue. They only move the focus: no shortcut makes a decision.
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** Single-letter shortcuts interfere with speech input, so they can be switched off. */
export const keysEnabled = signal(true)

const itemSelector = '[data-item], .table .leads th a, .line-row .name a, .fold-line .whole'
const typingSelector = 'input, select, textarea, [contenteditable], dialog'

/** @param showHelp for `?` */
export function useKeys(showHelp: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const target = event.target as HTMLElement
      if (target.closest?.(typingSelector) || document.querySelector('dialog[open]')) return
      const act = actOf(event.key, target.closest?.(itemSelector) != null)
      if (!act) return
      event.preventDefault()
      if (act === 'help') showHelp()
      else if (act === 'search') document.querySelector<HTMLElement>('[type="search"]')?.focus()
      else moveFocus(act)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [showHelp])
}

/** What a key does. Arrow keys keep scrolling the page unless the focus is in the queue. */
function actOf(key: string, isInQueue: boolean): 1 | -1 | 'search' | 'help' | undefined {
  if (isInQueue && key === 'ArrowDown') return 1
  if (isInQueue && key === 'ArrowUp') return -1
  if (!keysEnabled.value) return undefined
  return ({ j: 1, k: -1, '/': 'search', '?': 'help' } as const)[key]
}

/** Moves the focus to the next or previous item, and opens the item if its details are shown beside the queue. */
function moveFocus(step: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(itemSelector)].filter((item) => item.offsetParent)
  const focused = items.indexOf(document.activeElement as HTMLElement)
  const current = items.findIndex((item) => item.ariaCurrent === 'true')
  const from = focused >= 0 ? focused : current
  const next = from < 0 ? items[0] : items[from + step]
  next?.focus()
  if (next?.dataset.item === 'follow') next.click()
}
