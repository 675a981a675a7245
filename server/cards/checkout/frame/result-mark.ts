// The drawn mark of an outcome.
import { html } from 'ghtml'

const tick = '<path d="M14 25l7 7 13-15"/>'
const backArrow = '<path d="M21 14l-7 7 7 7M14 21h13a7 7 0 0 1 0 14h-5"/>'
const marks = {
  SUCCESS: tick,
  ALREADY_PAID: tick,
  REFUNDED: backArrow,
  PARTIALLY_REFUNDED: backArrow,
  VOIDED: backArrow,
  DISPUTED: '<path d="M24 13v14M24 33.5v.5"/>',
  RETURNED: backArrow,
  FAILED: '<path d="M24 13v14M24 33.5v.5"/>',
  CANCELLED: '<path d="M16 16l16 16M32 16L16 32"/>',
  NOTE: '<path d="M24 21v14M24 13.5v.5"/>',
  CONFIRMING: '<path d="M24 14v10l7 5"/>',
} as const

/** @param tone of the mark, where it is not that of the outcome */
export function resultMark(status: keyof typeof marks, tone: string = status.toLowerCase()): string {
  return html`<svg class="mark ${tone}" viewBox="0 0 48 48" width="64" height="64" aria-hidden="true"><circle cx="24" cy="24" r="24"/>!${marks[status]}</svg>`
}
