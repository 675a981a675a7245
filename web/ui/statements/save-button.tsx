// A button that saves a file, and says so when that fails.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../forms/button.tsx'
import { toast } from '../frame/toast.tsx'
import { refusalText } from '../language/refusal.ts'
import { RequestError } from '../service/client.ts'

export function SaveButton({ save, children }: { save: () => Promise<void>; children: ComponentChildren }) {
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    try {
      await save()
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
    }
    setBusy(false)
  }
  return (
    <Button small busy={busy} onClick={start}>
      {children}
    </Button>
  )
}
