// Short confirmations. Screen readers announce them; they disappear after a few seconds and never take the focus.
import { signal } from '@preact/signals'

type Tone = 'good' | 'bad'
type Toast = { id: number; text: string; tone: Tone }

const shown = signal<readonly Toast[]>([])
let lastId = 0

export function toast(text: string, tone: Tone = 'good'): void {
  const id = ++lastId
  // It takes the place of the one before, so that they never stack over the page; only the last error stays until it was read.
  const staying = shown.value.filter((one) => one.tone === 'bad' && one.text !== text).slice(-1)
  shown.value = [...staying, { id, text, tone }]
  setTimeout(() => dismiss(id), tone === 'bad' ? 10_000 : 6_000)
}

function dismiss(id: number): void {
  shown.value = shown.value.filter((one) => one.id !== id)
}

/** The container of the messages; place it once per page. */
export function Toasts() {
  return (
    <div class="toasts" role="status">
      {shown.value.map(({ id, text, tone }) => (
        <p key={id} class={`toast ${tone}`}>
          {text}
        </p>
      ))}
    </div>
  )
}
