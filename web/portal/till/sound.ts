// The sound of a paid sale: two rising tones, made here, so that nothing is fetched.
import { signal } from '@preact/signals'

const key = 'till-sound'

export const isMuted = signal(localStorage.getItem(key) === 'off')

export function toggleSound(): void {
  isMuted.value = !isMuted.value
  if (isMuted.value) localStorage.setItem(key, 'off')
  else localStorage.removeItem(key)
}

let context: AudioContext | undefined

/** Call during a click: browsers let a page sound only after one. */
export function prepareSound(): void {
  if (isMuted.value) return
  context ??= new AudioContext()
  void context.resume().catch(() => {})
}

export function soundPaid(): void {
  if (isMuted.value || !context) return
  const start = context.currentTime
  for (const [i, frequency] of [659.3, 987.8].entries()) {
    const tone = context.createOscillator()
    const volume = context.createGain()
    const at = start + i * 0.16
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, at)
    volume.gain.exponentialRampToValueAtTime(0.25, at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.5)
    tone.connect(volume).connect(context.destination)
    tone.start(at)
    tone.stop(at + 0.55)
  }
}
