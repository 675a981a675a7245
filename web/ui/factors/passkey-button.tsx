// A button that asks the browser for a passkey, and says why if there was none.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../forms/button.tsx'
import { Notice } from '../frame/notice.tsx'
import { type KnownCodes, refusalText } from '../language/refusal.ts'
import { RequestError } from '../service/client.ts'

export const canUsePasskeys = () => typeof globalThis.PublicKeyCredential === 'function'

/** Nothing in a browser without passkeys. @param run uses the passkey */
export function PasskeyButton({
  run,
  known,
  appearance = 'main',
  children,
}: {
  run: () => Promise<void>
  known: KnownCodes
  appearance?: 'main' | 'plain'
  children: ComponentChildren
}) {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  if (!canUsePasskeys()) return null
  const use = async () => {
    setBusy(true)
    setFault(undefined)
    try {
      await run()
    } catch (error) {
      const text =
        error instanceof RequestError
          ? refusalText(error, known)
          : (await import('./passkey.ts')).passkeyFault(error)
      if (text === undefined) throw error
      setFault(text)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div class="passkey">
      {fault && <Notice tone="bad">{fault}</Notice>}
      <Button appearance={appearance} busy={busy} onClick={use}>
        {children}
      </Button>
    </div>
  )
}
