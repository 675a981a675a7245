// Opens the palette by Ctrl-K, ⌘K or one of its buttons. The palette itself is loaded when it is first opened.
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Drawing, drawings } from '../frame/tabs.tsx'
import { uiTexts } from '../language/texts.ts'
import type { Opened } from './palette.tsx'

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent)

/** What the palette searches for when it opens; undefined while it is closed. */
const opened = signal<string | undefined>(undefined)

/** Opens the palette of the page. @param typed what it searches for at first */
export function openPalette(typed = ''): void {
  opened.value = typed
}

export type LoadedPalette = ComponentType<Opened>

const close = () => {
  opened.value = undefined
}

/** @param load imports the app's palette; the same function on each render */
export function PaletteOpener({ load }: { load: () => Promise<LoadedPalette> }) {
  const typed = opened.value
  const Palette = usePalette(typed !== undefined, load)
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
      if (opened.value === undefined) openPalette()
      else close()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      close()
    }
  }, [])
  return (
    <>
      <button type="button" class="seek" onClick={() => openPalette()}>
        <Drawing of={drawings.search} />
        <span>{uiTexts().goTo}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {typed !== undefined && Palette && <Palette close={close} typed={typed} />}
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
