// The till can be installed on a phone's home screen as an app of its own, which opens on the pad.
import { useEffect, useState } from 'preact/hooks'

/** The event of browsers that let a page offer its installation. */
type InstallPrompt = Event & { prompt: () => Promise<unknown> }

/** Names the till's manifest while its page is shown. Returns a function that installs it, where the browser can. */
export function useTillManifest(): (() => void) | undefined {
  const [prompt, setPrompt] = useState<InstallPrompt>()
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
    const usual = link?.href
    if (link) link.href = '/till.webmanifest'
    const onPrompt = (event: Event) => {
      event.preventDefault()
      setPrompt(event as InstallPrompt)
    }
    addEventListener('beforeinstallprompt', onPrompt)
    return () => {
      removeEventListener('beforeinstallprompt', onPrompt)
      if (link && usual) link.href = usual
    }
  }, [])
  if (!prompt) return undefined
  return () => {
    setPrompt(undefined)
    void prompt.prompt().catch(() => {})
  }
}
