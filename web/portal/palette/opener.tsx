// Opens the palette by Ctrl-K, ⌘K or its button. The palette itself is loaded when it is first opened.
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Drawing } from '../../ui/frame/tabs.tsx'
import { paletteTexts } from './texts.ts'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

export function PaletteOpener() {
  const t = paletteTexts()
  const [isOpen, setOpen] = useState(false)
  const Palette = usePalette(isOpen)
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
        <span>{t.open}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && Palette && <Palette close={() => setOpen(false)} />}
    </>
  )
}

type PaletteComponent = ComponentType<{ close: () => void }>

function usePalette(isNeeded: boolean): PaletteComponent | undefined {
  const [loaded, setLoaded] = useState<{ of: PaletteComponent }>()
  useEffect(() => {
    if (!isNeeded || loaded) return
    import('./palette.tsx').then(
      ({ Palette }) => setLoaded({ of: Palette }),
      () => {},
    )
  }, [isNeeded, loaded])
  return loaded?.of
}
