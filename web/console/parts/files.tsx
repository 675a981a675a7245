// Files of the service and of the admin: a button that saves one, and the content of a chosen one.
import { useState } from 'preact/hooks'
import { Button } from '../../ui/forms/button.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { RequestError } from '../../ui/service/client.ts'
import { api } from '../frame/session.ts'

/** @param label what the button is called for screen readers, where its name is not enough */
export function Download({ path, name, label }: { path: string; name: string; label?: string }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await api.download(path)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      toast(refusalText(error), 'bad')
    }
    setBusy(false)
  }
  return (
    <Button small busy={busy} onClick={save} aria-label={label}>
      {name}
    </Button>
  )
}

/** The content of a file that the admin has chosen, in Base64. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  // In pieces, because the arguments of a call are limited.
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
