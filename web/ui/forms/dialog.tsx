import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { uiTexts } from '../language/texts.ts'
import { Button } from './button.tsx'

/** The browser's own dialog: it keeps the focus, closes with Escape, and gives the focus back. */
export function Dialog({
  title,
  close,
  children,
  locked = false,
}: {
  title: string
  close: () => void
  children: ComponentChildren
  /** Something here is shown only once: neither Escape nor a press beside it may lose it. */
  locked?: boolean
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    return () => opened?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the dialog's own
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) close()
      }}
      onClose={() => {
        // Pressed twice, Escape closes whatever it meets; what is shown only once comes back.
        if (!dialog.current?.isConnected) return
        if (locked) dialog.current.showModal()
        else close()
      }}
      onClick={(event) => event.target === dialog.current && !locked && close()}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          {!locked && (
            <Button appearance="quiet" small onClick={close}>
              {uiTexts().close}
            </Button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  )
}
