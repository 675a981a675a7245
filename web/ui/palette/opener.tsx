// Opens the palette by Ctrl-K, ⌘K or its button. The palette itself is loaded when it is first opened.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Drawing } from '../frame/tabs.tsx'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

export type LoadedPalette = ComponentType<{ close: () => void }>

/** @param load imports the app's palette; the same function on each render */
export function PaletteOpener({ label, load }: { label: string; load: () => Promise<LoadedPalette> }) {
  const [isOpen, setOpen] = useState(false)
  const Palette = usePalette(isOpen, load)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return
      // A dialog that waits for an answer stays on top.
      if (document.querySelector('dialog[open]:not(.palette)')) return
      event.preventDefault()
      setOpen((now) => !now)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button type="button" class="seek" onClick={() => setOpen(true)}>
        <Drawing of="M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm5 12 4 4" />
        <span>{label}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  )
}

function usePalette(isNeeded: boolean, load: () => Promise<LoadedPalette>): LoadedPalette | undefined {
  const [loaded, setLoaded] = useState<{ of: LoadedPalette }>()
  useEffect(() => {
    if (!isNeeded || loaded) return
    load().then(
      (palette) => setLoaded({ of: palette }),
      () => {},
    )
  }, [isNeeded, loaded, load])
  return loaded?.of
}
