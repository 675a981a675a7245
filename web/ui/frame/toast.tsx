// Short words about what was just done. They are heard, wait long enough to be read, and never take the focus.
import { signal } from '@preact/signals'

type Tone = 'good' | 'bad'
type Toast = { id: number; text: string; tone: Tone }

const shown = signal<readonly Toast[]>([])
let lastId = 0

export function toast(text: string, tone: Tone = 'good'): void {
  const id = ++lastId
  shown.value = [...shown.value.slice(-2), { id, text, tone }]
  setTimeout(() => dismiss(id), tone === 'bad' ? 10_000 : 6_000)
}

function dismiss(id: number): void {
  shown.value = shown.value.filter((one) => one.id !== id)
}

/** Once on the page, around nothing. */
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
